package org.curtail.lucene.ranked;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.Collector;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.Scorable;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.TopDocs;
import org.jspecify.annotations.Nullable;

/** All matches with their full scores, static score added by the formula, sorted. */
public final class BruteForce {
  private final IndexReader reader;
  private final double[] staticScores;

  /**
   * Reads an index.
   *
   * @param ranks ranks of all its documents
   */
  BruteForce(IndexReader reader, double[] ranks, double weight) {
    this.reader = reader;
    double greatest = 0;
    for (double rank : ranks) {
      greatest = Math.max(greatest, rank);
    }
    staticScores = new double[ranks.length];
    for (int doc = 0; doc < ranks.length; doc++) {
      staticScores[doc] =
          greatest == 0 ? 0 : weight * Math.log1p(ranks[doc]) / Math.log1p(greatest);
    }
  }

  /** Returns all hits, best first. */
  List<ScoreDoc> all(Query query) throws IOException {
    List<ScoreDoc> hits = new IndexSearcher(reader).search(query, new AllScores());
    for (ScoreDoc hit : hits) {
      hit.score = (float) ((double) hit.score + staticScores[hit.doc]);
    }
    hits.sort(
        Comparator.comparingDouble((ScoreDoc hit) -> -hit.score).thenComparingInt(hit -> hit.doc));
    return hits;
  }

  public static List<String> texts(List<ScoreDoc> hits, int most) {
    return hits.stream().limit(most).map(hit -> hit.doc + " " + hit.score).toList();
  }

  public static List<String> texts(TopDocs top) {
    return texts(List.of(top.scoreDocs), Integer.MAX_VALUE);
  }

  private static final class AllScores implements CollectorManager<AllScores.One, List<ScoreDoc>> {
    static final class One implements Collector {
      final List<ScoreDoc> hits = new ArrayList<>();

      @Override
      public LeafCollector getLeafCollector(LeafReaderContext leaf) {
        return new LeafCollector() {
          private @Nullable Scorable scorer;

          @Override
          public void setScorer(Scorable to) {
            scorer = to;
          }

          @Override
          public void collect(int doc) throws IOException {
            hits.add(new ScoreDoc(leaf.docBase + doc, requireNonNull(scorer).score()));
          }
        };
      }

      @Override
      public ScoreMode scoreMode() {
        return ScoreMode.COMPLETE;
      }
    }

    @Override
    public One newCollector() {
      return new One();
    }

    @Override
    public List<ScoreDoc> reduce(Collection<One> collectors) {
      var hits = new ArrayList<ScoreDoc>();
      collectors.forEach(one -> hits.addAll(one.hits));
      return hits;
    }
  }
}
