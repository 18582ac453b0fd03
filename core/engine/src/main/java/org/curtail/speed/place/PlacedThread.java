package org.curtail.speed.place;

import java.util.Comparator;
import java.util.List;

/**
 * One thread of a request that may have several. A {@link SpeedAllocator} treats it as a request.
 * The engine and the simulation both use the two rules of this interface.
 */
public interface PlacedThread extends PlacedRequest {
  /** Order of threads that wait for a core: first threads, then further ones. */
  Comparator<PlacedThread> FIRST_THREADS_FIRST =
      Comparator.<PlacedThread>comparingInt(thread -> thread.isFirst() ? 0 : 1)
          .thenComparingLong(PlacedThread::requestNumber);

  /** True if this is the first thread of its request. */
  boolean isFirst();

  /** Number of its request; ascends in the order of arrival. */
  long requestNumber();

  /**
   * Returns the thread that a request gives up first: a thread without a core, otherwise the thread
   * on the slowest core. Of several such threads, it is the last one.
   *
   * @param threads threads of one request, its first thread first; at least one
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
