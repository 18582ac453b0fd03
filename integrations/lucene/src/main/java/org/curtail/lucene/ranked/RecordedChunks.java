package org.curtail.lucene.ranked;

import org.apache.lucene.util.ThreadInterruptedException;

/** The chunks of a recorded search: time is spent, hits are known. */
final class RecordedChunks implements ChunkSource {
  private final RecordedSearch search;
  private final Spending spending;

  RecordedChunks(RecordedSearch search, Spending spending) {
    this.search = search;
    this.spending = spending;
  }

  @Override
  public void begin() {
    spend(search.fixedNanos());
  }

  @Override
  public int count() {
    return search.chunks();
  }

  @Override
  public double dynamicUpperBound() {
    return search.dynamicUpperBound();
  }

  @Override
  public ChunkBounds bounds() {
    return search.bounds();
  }

  @Override
  public ChunkScorer join() {
    var opening = new Opening(search);
    return (chunk, hits) -> {
      spend(opening.nanos(chunk));
      search.offer(chunk, hits);
    };
  }

  private void spend(long nanos) {
    try {
      spending.spend(nanos);
    } catch (InterruptedException e) {
      throw new ThreadInterruptedException(e);
    }
  }
}
