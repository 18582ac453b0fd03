package org.curtail.lucene.ranked;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.apache.lucene.search.CollectionStatistics;
import org.apache.lucene.search.TermStatistics;
import org.apache.lucene.search.similarities.BM25Similarity;
import org.apache.lucene.search.similarities.Similarity;

/** BM25 with occasional delays, so that threads overtake each other. */
final class SlowSimilarity extends Similarity {
  private final Similarity in = new BM25Similarity();
  private final int oneIn;
  private final int longestNanos;

  SlowSimilarity(int oneIn, int longestNanos) {
    this.oneIn = oneIn;
    this.longestNanos = longestNanos;
  }

  @Override
  public SimScorer scorer(float boost, CollectionStatistics collection, TermStatistics... terms) {
    SimScorer scorer = in.scorer(boost, collection, terms);
    return new SimScorer() {
      @Override
      public float score(float frequency, long norm) {
        var random = ThreadLocalRandom.current();
        if (random.nextInt(oneIn) == 0) {
          LockSupport.parkNanos(random.nextInt(longestNanos));
        }
        return scorer.score(frequency, norm);
      }
    };
  }
}
