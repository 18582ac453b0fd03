package org.curtail.hedge;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The waiting entries, the earliest on top. An entry that is over stays until it comes to the top,
 * or until the heap has doubled since the last sweep. An operation therefore takes O(log n)
 * amortised, nothing is removed from the middle, and there are about as many dead entries as live
 * ones at most. For one thread.
 */
final class TimerHeap {
  private static final int LEAST_SWEEP = 1_024;

  /** Beside the entries, so that a comparison does not access them. */
  private long[] dues = new long[64];

  private @Nullable Timed[] entries = new Timed[64];
  private int size;
  private int sweepAt = LEAST_SWEEP;

  int size() {
    return size;
  }

  /** Returns the earliest due time; {@link HedgeTimer#NEVER} if empty. */
  long earliest() {
    return size == 0 ? HedgeTimer.NEVER : dues[0];
  }

  /** Returns the earliest entry; null if empty. */
  @Nullable Timed first() {
    return entries[0];
  }

  /** Adds an entry. After {@link #poll} there is room: that allocates nothing. */
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

  /** Removes the earliest entry; null if empty. */
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

  /** Removes entries that are over. */
  private void sweep() {
    int all = size;
    size = 0;
    // Remaining entries move to the front: a place that is written has been read.
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
