package org.curtail.hedge;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What waits, the earliest on top. Who is over stays until it comes to the top, or until the heap
 * has grown to twice what was left after the last sweep: so an operation takes O(log n) amortised,
 * nobody has to be taken out of the middle, and there are at most about as many dead ones as live
 * ones. For one thread.
 */
final class TimerHeap {
  private static final int LEAST_SWEEP = 1_024;

  /** Beside the entries, so that a comparison does not look into them. */
  private long[] dues = new long[64];

  private @Nullable Timed[] entries = new Timed[64];
  private int size;
  private int sweepAt = LEAST_SWEEP;

  int size() {
    return size;
  }

  /** When the earliest is due; {@link HedgeTimer#NEVER} if nobody waits. */
  long earliest() {
    return size == 0 ? HedgeTimer.NEVER : dues[0];
  }

  /** The earliest; null if nobody waits. */
  @Nullable Timed first() {
    return entries[0];
  }

  /** Adds an entry. Who came back from {@link #poll} finds room: that allocates nothing. */
  void add(Timed entry, long dueNanos) {
    if (size >= sweepAt) {
      sweep();
    }
    if (size == dues.length) {
      dues = Arrays.copyOf(dues, 2 * size);
      entries = Arrays.copyOf(entries, dues.length);
    }
    rise(size++, entry, dueNanos);
  }

  /** Takes the earliest away; null if nobody waits. */
  @Nullable Timed poll() {
    if (size == 0) {
      return null;
    }
    Timed first = entries[0];
    Timed moved = entries[--size];
    entries[size] = null;
    if (size > 0 && moved != null) {
      sink(moved, dues[size]);
    }
    return first;
  }

  /** Forgets those that are over. */
  private void sweep() {
    int all = size;
    size = 0;
    // Whoever stays moves to the front: a place that is written has been read.
    for (int i = 0; i < all; i++) {
      Timed entry = entries[i];
      entries[i] = null;
      if (entry != null && entry.isOver()) {
        entry.gone();
      } else if (entry != null) {
        rise(size++, entry, dues[i]);
      }
    }
    sweepAt = Math.max(LEAST_SWEEP, 2 * size);
  }

  private void rise(int from, Timed entry, long dueNanos) {
    int at = from;
    while (at > 0) {
      int parent = (at - 1) >>> 1;
      if (dues[parent] <= dueNanos) {
        break;
      }
      dues[at] = dues[parent];
      entries[at] = entries[parent];
      at = parent;
    }
    dues[at] = dueNanos;
    entries[at] = entry;
  }

  private void sink(Timed entry, long dueNanos) {
    int at = 0;
    while (2 * at + 1 < size) {
      int child = 2 * at + 1;
      if (child + 1 < size && dues[child + 1] < dues[child]) {
        child++;
      }
      if (dueNanos <= dues[child]) {
        break;
      }
      dues[at] = dues[child];
      entries[at] = entries[child];
      at = child;
    }
    dues[at] = dueNanos;
    entries[at] = entry;
  }
}
