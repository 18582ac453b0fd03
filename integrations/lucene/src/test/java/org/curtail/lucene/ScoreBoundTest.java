package org.curtail.lucene;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.LongStream;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.curtail.lucene.ranked.RandomRankedIndex;
import org.curtail.testkit.Cases;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Reference: the greatest score that Lucene finds. */
class ScoreBoundTest {
  static LongStream seeds() {
    return LongStream.rangeClosed(1, Cases.count(5, 12));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void noMatchScoresMoreWhateverTheQuery(long seed) throws Exception {
    var random = new Random(seed);
    try (var index = new RandomRankedIndex(random)) {
      var searcher = new IndexSearcher(index.reader);
      for (int i = 0; i < 60; i++) {
        Query query = RandomRankedIndex.query(random);
        assertThat(bound(searcher, query))
            .as("seed %d, query %d, %s", seed, i, query)
            .isGreaterThanOrEqualTo(greatest(searcher, query));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void requiredClausesBesideOthersHaveABoundThatKnowsEveryBoost(long seed) throws Exception {
    var random = new Random(seed);
    try (var index = new RandomRankedIndex(random)) {
      var searcher = new IndexSearcher(index.reader);
      for (int i = 0; i < 20; i++) {
        Query mixed =
            new BooleanQuery.Builder()
                .add(
                    new BooleanQuery.Builder()
                        .add(term(random), Occur.MUST)
                        .add(term(random), Occur.MUST)
                        .build(),
                    random.nextBoolean() ? Occur.MUST : Occur.SHOULD)
                .add(new BoostQuery(term(random), 1 + random.nextInt(3)), Occur.SHOULD)
                .build();
        Query query =
            new BooleanQuery.Builder()
                .add(new BoostQuery(mixed, 1 + random.nextInt(5)), Occur.SHOULD)
                .add(mixed, Occur.SHOULD)
                .build();
        for (Query one : new Query[] {mixed, new BoostQuery(mixed, 4), query}) {
          String label = "seed %d, query %d, %s".formatted(seed, i, one);
          double bound = bound(searcher, one);
          assertThat(bound).as(label).isFinite();
          assertThat(bound).as(label).isGreaterThanOrEqualTo(greatest(searcher, one));
        }
      }
    }
  }

  private static Query term(Random random) {
    return new TermQuery(new Term("text", "w" + random.nextInt(6)));
  }

  private static double bound(IndexSearcher searcher, Query query) throws Exception {
    return ScoreBound.of(searcher, LeafScorers.of(searcher, query, ScoreMode.TOP_SCORES));
  }

  private static double greatest(IndexSearcher searcher, Query query) throws Exception {
    TopDocs best = searcher.search(query, 1);
    return best.scoreDocs.length == 0 ? 0 : best.scoreDocs[0].score;
  }
}
