package org.curtail.runtime;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * From which the workers of a request claim its chunks. Claiming takes no lock and cannot wait.
 * Safe for all threads, but for what says otherwise.
 */
final class ChunkCursor {
  /** Integers in a cache line, and more: processors have lines of 64 or 128 bytes. */
  private static final int LINE = 16;

  /**
   * The next chunk to claim; at or beyond {@link #chunks} none is left. It stands alone in its
   * cache line: every claim writes it, and would take {@link #chunks}, which every claim reads,
   * from the other threads.
   */
  private final AtomicIntegerArray next = new AtomicIntegerArray(2 * LINE);

  /** Chunks claimed when no more were wanted; -1 as long as more are. */
  private final AtomicInteger claimedInTime = new AtomicInteger(-1);

  /** Set once, unless chunks come while the request runs. */
  private volatile int chunks;

  /** Said once, by the first worker: so many chunks there are. */
  void set(int count) {
    chunks = count;
  }

  /** One chunk more, by one thread at a time. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // Callers hold a monitor.
  void addOne() {
    chunks++;
  }

  /** Whether one is left to claim. */
  boolean hasChunk() {
    return next.get(LINE) < chunks;
  }

  /** The next chunk; -1 if there is none. */
  int claim() {
    int chunk = next.getAndIncrement(LINE);
    return chunk < chunks ? chunk : -1;
  }

  /** As {@link #claim}, where there may be more later, so that the cursor must not run ahead. */
  int claimOfThoseSoFar() {
    int chunk = next.get(LINE);
    while (chunk < chunks) {
      if (next.compareAndSet(LINE, chunk, chunk + 1)) {
        return chunk;
      }
      chunk = next.get(LINE);
    }
    return -1;
  }

  /** Chunks that were claimed as long as more were wanted. */
  int claimed() {
    int inTime = claimedInTime.get();
    return inTime >= 0 ? inTime : Math.min(next.get(LINE), chunks);
  }

  /** No chunk is claimed from now on. */
  void close() {
    // Half the range above zero leaves room for claims that are still counted.
    int before = next.getAndSet(LINE, SharedWork.MOST_CHUNKS);
    claimedInTime.compareAndSet(-1, Math.min(before, chunks));
  }

  boolean isClosed() {
    return claimedInTime.get() >= 0;
  }
}
