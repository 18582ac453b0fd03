package org.curtail.lucene.ranked;

import java.io.IOException;
import org.apache.lucene.index.LeafReaderContext;

/**
 * What a document's static rank adds to its relevance: {@code weight * ln(1 + rank) / ln(1 +
 * greatest rank)}, so 0 for rank 0 and the weight for the most important document of the index.
 * Ranks such as counts of links span orders of magnitude; the logarithm keeps a few documents from
 * drowning all others.
 *
 * @param rank of the documents
 * @param weight in units of the dynamic score; finite, at least 0
 */
record StaticScore(StaticRank rank, double weight) {
  StaticScore {
    if (!(weight >= 0) || Double.isInfinite(weight)) {
      throw new IllegalArgumentException("expected a finite weight of at least 0, found " + weight);
    }
  }

  /** Of one rank. */
  double of(double rankOfDocument) {
    double greatest = rank.greatest();
    return greatest > 0 ? weight * Math.log1p(rankOfDocument) / Math.log1p(greatest) : 0;
  }

  /** Of the documents of a leaf; not thread-safe. Documents are asked for in ascending order. */
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

    /** No document from this one on has more. */
    double greatestFrom(int doc) throws IOException {
      return rank.isOrder() ? of(doc) : StaticScore.this.of(rank.greatest());
    }

    /** No document up to this one has less. */
    double leastUpTo(int doc) throws IOException {
      return rank.isOrder() ? of(doc) : 0;
    }
  }
}
