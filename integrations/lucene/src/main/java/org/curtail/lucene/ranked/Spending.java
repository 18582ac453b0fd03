package org.curtail.lucene.ranked;

/** What takes the place of computing when a {@link RecordedSearch} is replayed. */
@FunctionalInterface
public interface Spending {
  /**
   * Returns when the current thread has computed, or would have, for so long. Called by each thread
   * of a search, first by the one that begins it.
   *
   * @param nanos nanoseconds, at least 0
   * @throws InterruptedException if the thread is interrupted meanwhile; the search fails
   */
  void spend(long nanos) throws InterruptedException;
}
