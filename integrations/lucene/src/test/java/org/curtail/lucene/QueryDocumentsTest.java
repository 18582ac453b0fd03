package org.curtail.lucene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.List;
import org.apache.lucene.document.IntPoint;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.DisjunctionMaxQuery;
import org.apache.lucene.search.FieldExistsQuery;
import org.apache.lucene.search.FilterWeight;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class QueryDocumentsTest extends PredictorCase {
  /** Lucene's own cost in one segment; for phrases it includes reading positions. */
  private static long cost(IndexSearcher searcher, Query query) throws IOException {
    Query rewritten = searcher.rewrite(query);
    ScorerSupplier supplier =
        searcher
            .createWeight(rewritten, ScoreMode.COMPLETE, 1)
            .scorerSupplier(searcher.getLeafContexts().getFirst());
    return supplier == null ? 0 : supplier.cost();
  }

  @Test
  void documentsOfClausesAreCountedAsLucenesScorersCountThem() throws IOException {
    IndexSearcher searcher = index(1);
    for (Query query :
        List.of(
            word(3),
            word(99),
            new MatchAllDocsQuery(),
            bool(Occur.SHOULD, word(3), word(7), word(11)),
            bool(Occur.MUST, word(3), word(7), word(11)),
            bool(Occur.FILTER, word(5), word(7)),
            bool(Occur.MUST, bool(Occur.SHOULD, word(20), word(30)), word(2)),
            bool(Occur.SHOULD, bool(Occur.MUST, word(20), word(30)), word(9)),
            new ConstantScoreQuery(bool(Occur.SHOULD, word(4), word(6))),
            new DisjunctionMaxQuery(List.of(word(4), word(6)), 0.1f),
            new BooleanQuery.Builder()
                .add(word(8), Occur.MUST)
                .add(word(3), Occur.SHOULD)
                .add(word(2), Occur.MUST_NOT)
                .build())) {
      assertThat(docs(searcher, query))
          .as(query.toString())
          .isEqualTo((double) cost(searcher, query), within(1e-9));
    }
    assertThat(docs(searcher, IntPoint.newRangeQuery("number", 0, 299)))
        .isCloseTo(300, within(150.0));
    assertThat(docs(searcher, new PhraseQuery("text", "w3", "w7"))).isEqualTo(DOCUMENTS / 7 + 1);
  }

  @Test
  void halfOfTheSegmentsStandForAll() throws IOException {
    IndexSearcher searcher = index(10);
    assertThat(docs(searcher, word(3))).isCloseTo(200, within(5.0));
    assertThat(docs(searcher, word(99))).isZero();
  }

  @Test
  void whatIsNotKnownBeforeRewritingIsCounted() throws IOException {
    IndexSearcher searcher = index(1);
    var found = new ClauseVisitor.ClauseStatistics(new TermCounts(searcher));
    Query query =
        bool(
            Occur.SHOULD,
            new PrefixQuery(new Term("text", "w")),
            new PhraseQuery("text", "w3", "w7"),
            word(5));
    assertThat(ClauseVisitor.visit(query, found)).isEqualTo(DOCUMENTS / 7 + 1 + DOCUMENTS / 5);
    assertThat(found.unknown).isEqualTo(1);
    assertThat(found.terms).isEqualTo(3);
    assertThat(found.positional).isEqualTo(2);
  }

  /** Matches all documents, with scorers that claim this cost. */
  private static Query claiming(long cost) {
    return new FieldExistsQuery("text") {
      @Override
      public Weight createWeight(IndexSearcher searcher, ScoreMode mode, float boost) {
        return new FilterWeight(this, new MatchAllDocsQuery().createWeight(searcher, mode, boost)) {
          @Override
          public @Nullable ScorerSupplier scorerSupplier(LeafReaderContext leaf)
              throws IOException {
            ScorerSupplier supplier = super.scorerSupplier(leaf);
            return supplier == null
                ? null
                : new ScorerSupplier() {
                  @Override
                  public Scorer get(long leadCost) throws IOException {
                    return supplier.get(leadCost);
                  }

                  @Override
                  public long cost() {
                    return cost;
                  }
                };
          }
        };
      }
    };
  }

  @Test
  void absurdCostsAreNoMoreThanTheIndexHas() throws IOException {
    IndexSearcher searcher = index(1);
    assertThat(docs(searcher, claiming(Long.MAX_VALUE))).isEqualTo(DOCUMENTS);
    assertThat(docs(searcher, claiming(Long.MIN_VALUE))).isZero();
    var features = new QueryFeatures(searcher);
    for (long cost : new long[] {Long.MAX_VALUE, Long.MIN_VALUE, 0, -1}) {
      for (ScoreMode mode : ScoreMode.values()) {
        double[] seen = features.of(bool(Occur.SHOULD, claiming(cost), word(3)), mode);
        assertThat(seen).hasSize(QueryFeatures.COUNT);
        for (double value : seen) {
          assertThat(value).isFinite().isBetween(-100.0, 100.0);
        }
      }
    }
  }
}
