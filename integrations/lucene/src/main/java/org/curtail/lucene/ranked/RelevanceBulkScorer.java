package org.curtail.lucene.ranked;

import java.io.IOException;
import org.apache.lucene.search.BulkScorer;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.Scorable;
import org.apache.lucene.util.Bits;
import org.jspecify.annotations.Nullable;

/** Finds matches with another bulk scorer and passes their relevance to collectors. */
final class RelevanceBulkScorer extends BulkScorer {
  private final BulkScorer dynamic;
  private final StaticScore.OfLeaf added;
  private float leastDynamic;

  RelevanceBulkScorer(BulkScorer dynamic, StaticScore.OfLeaf added) {
    this.dynamic = dynamic;
    this.added = added;
  }

  @Override
  public int score(LeafCollector collector, @Nullable Bits acceptDocs, int min, int max)
      throws IOException {
    return dynamic.score(new RelevanceCollector(collector, min), acceptDocs, min, max);
  }

  @Override
  public long cost() {
    return dynamic.cost();
  }

  private final class RelevanceCollector implements LeafCollector {
    private final LeafCollector collector;
    private int doc;

    RelevanceCollector(LeafCollector collector, int firstDoc) {
      this.collector = collector;
      this.doc = firstDoc;
    }

    @Override
    public void setScorer(Scorable scorer) throws IOException {
      collector.setScorer(new Relevance(scorer));
    }

    @Override
    public void collect(int match) throws IOException {
      doc = match;
      collector.collect(match);
    }

    @Override
    public @Nullable DocIdSetIterator competitiveIterator() throws IOException {
      return collector.competitiveIterator();
    }

    private final class Relevance extends Scorable {
      private final Scorable scorer;

      Relevance(Scorable scorer) {
        this.scorer = scorer;
      }

      @Override
      public float score() throws IOException {
        return HitOrder.relevance(scorer.score(), added.of(doc));
      }

      @Override
      public void setMinCompetitiveScore(float leastScore) throws IOException {
        float least =
            HitOrder.leastDynamic(HitOrder.encode(leastScore, 0), added.greatestFrom(doc), 0);
        if (least > leastDynamic) {
          leastDynamic = least;
          scorer.setMinCompetitiveScore(least);
        }
      }
    }
  }
}
