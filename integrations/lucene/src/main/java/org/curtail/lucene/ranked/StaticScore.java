package org.curtail.lucene.ranked;

import java.io.IOException;
import org.apache.lucene.index.LeafReaderContext;

/**
 * Static score: the addition of a document's static rank to its relevance. The static score is
 * {@code weight * ln(1 + rank) / ln(1 + greatest rank)}: 0 for rank 0, and the weight for the most
 * important document of the index. Ranks such as counts of links span orders of magnitude. The
 * logarithm prevents a few documents from dominating all others.
 *
 * @param rank ranks of the documents
 * @param weight weight in units of the dynamic score; finite, at least 0
 */
record StaticScore(StaticRank rank, double weight) {
  StaticScore {
    if (!(weight >= 0) || Double.isInfinite(weight)) {
      throw new IllegalArgumentException("expected a finite weight of at least 0, found " + weight);
    }
  }

  /** Returns the static score of one rank. */
  double of(double rankOfDocument) {
    double greatest = rank.greatest();
    return greatest > 0 ? weight * Math.log1p(rankOfDocument) / Math.log1p(greatest) : 0;
  }

  /**
   * Returns the static scores of a leaf's documents, for requests in ascending order. Not
   * thread-safe.
   */
  OfLeaf of(LeafReaderContext leaf) throws IOException {
    return new OfLeaf(rank.of(leaf));
  }

  /** The static scores of one leaf. */
  final class OfLeaf {
    private final StaticRank.OfLeaf ranks;

    private OfLeaf(StaticRank.OfLeaf ranks) {
      this.ranks = ranks;
    }

    double of(int doc) throws IOException {
      return StaticScore.this.of(ranks.of(doc));
    }

    /** Upper bound of the static scores from this document on. */
    double greatestFrom(int doc) throws IOException {
      return rank.isOrder() ? of(doc) : StaticScore.this.of(rank.greatest());
    }

    /** Lower bound of the static scores up to this document. */
    double leastUpTo(int doc) throws IOException {
      return rank.isOrder() ? of(doc) : 0;
    }
  }
}
