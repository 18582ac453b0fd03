package org.curtail.speed.place;

import java.util.Comparator;
import java.util.List;

/**
 * A thread of a request that may have several: what a {@link SpeedAllocator} calls a request. The
 * engine and the simulation both go by the two rules that are here.
 */
public interface PlacedThread extends PlacedRequest {
  /** Order of threads that wait for a core: first threads, then further ones. */
  Comparator<PlacedThread> FIRST_THREADS_FIRST =
      Comparator.<PlacedThread>comparingInt(thread -> thread.isFirst() ? 0 : 1)
          .thenComparingLong(PlacedThread::requestNumber);

  /** True if it has been its request's for longest. */
  boolean isFirst();

  /** Of its request; ascends in the order of arrival. */
  long requestNumber();

  /**
   * Returns the thread that a request gives up first: one that has no core, or the slowest; of
   * several the last.
   *
   * @param threads of one request, its first thread first; at least one
   */
  static <T extends PlacedThread> T givenUpFirst(List<T> threads) {
    T slowest = threads.getLast();
    for (int i = threads.size() - 2; i >= 0; i--) {
      if (threads.get(i).speedClass() < slowest.speedClass()) {
        slowest = threads.get(i);
      }
    }
    return slowest;
  }
}
