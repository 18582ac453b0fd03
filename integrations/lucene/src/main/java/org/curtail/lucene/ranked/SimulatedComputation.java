package org.curtail.lucene.ranked;

/** Simulates computing while a {@link RecordedSearch} is replayed. */
@FunctionalInterface
public interface SimulatedComputation {
  /**
   * Returns after the current thread has computed, or would have, for this time. Each thread of a
   * search calls it, first the thread that begins the search.
   *
   * @param nanos nanoseconds, at least 0
   * @throws InterruptedException if the thread is interrupted meanwhile; the search fails
   */
  void spend(long nanos) throws InterruptedException;
}
