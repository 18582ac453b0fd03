package org.curtail.lucene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Weight;
import org.curtail.Prediction;
import org.curtail.Profile;
import org.curtail.policy.Sequential;
import org.curtail.policy.TailIndex;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.Outcome;
import org.curtail.runtime.RequestListener;
import org.curtail.runtime.RequestOptions;
import org.curtail.runtime.Timeline;
import org.curtail.signals.Stint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class QueryPredictorTest extends PredictorCase {
  /** Matches like another query and throws on visits. */
  private record Unvisitable(Query in, Throwable thrown) {
    Query query() {
      return new Query() {
        @Override
        public Weight createWeight(IndexSearcher searcher, ScoreMode mode, float boost)
            throws IOException {
          return in.createWeight(searcher, mode, boost);
        }

        @Override
        public void visit(QueryVisitor visitor) {
          if (visitor.getClass() == ClauseVisitor.class) {
            throw sneaky(thrown);
          }
          in.visit(visitor);
        }

        @Override
        public String toString(String field) {
          return "unvisitable";
        }

        @Override
        public boolean equals(Object other) {
          return this == other;
        }

        @Override
        public int hashCode() {
          return 1;
        }
      };
    }

    private static RuntimeException sneaky(Throwable thrown) {
      if (thrown instanceof Error error) {
        throw error;
      }
      return (RuntimeException) thrown;
    }
  }

  @Test
  void aQueryThatRefusesToBeLookedAtIsSearchedAllTheSame() throws Exception {
    IndexSearcher plain = index(3);
    for (Throwable thrown :
        List.of(
            new UnsupportedOperationException("no visitors"),
            new StackOverflowError("as of a query nested too deeply"))) {
      Query query = new Unvisitable(word(3), thrown).query();
      var predictor = new QueryPredictor();
      try (Curtail curtail = Curtail.with(new Sequential()).cores(1).start()) {
        var searcher =
            new CurtailSearcher(
                plain.getIndexReader(), curtail, LeafSplitting.KNOWN_COLLECTORS, predictor);
        assertThat(searcher.search(query, 5).scoreDocs)
            .usingRecursiveComparison()
            .isEqualTo(plain.search(query, 5).scoreDocs);
        assertThat(searcher.submit(query, 5).get().scoreDocs).hasSize(5);
      }
      assertThat(predictor.learned()).isZero();
      assertThat(predictor.forSearcher(plain).predict(query, ScoreMode.TOP_SCORES).prediction())
          .isEqualTo(Prediction.NONE);
    }
  }

  private static Query randomQuery(Random random) {
    Query[] words = new Query[1 + random.nextInt(6)];
    for (int i = 0; i < words.length; i++) {
      words[i] = word(2 + random.nextInt(39));
    }
    return bool(Occur.SHOULD, words);
  }

  /** The test knows the formula for the demand of these queries. */
  @Test
  void itPredictsByTheDocumentsOfTheQuery() throws IOException {
    IndexSearcher searcher = index(1);
    var predictor = new QueryPredictor();
    QueryPredictor.ForSearcher forSearcher = predictor.forSearcher(searcher);
    var random = new Random(1);
    for (int i = 0; i < 1_000; i++) {
      Query query = randomQuery(random);
      double noise = StrictMath.exp(0.1 * random.nextGaussian());
      forSearcher
          .predict(query, ScoreMode.TOP_SCORES)
          .learn(Math.round((20_000 + 300 * docs(searcher, query)) * noise));
    }
    assertThat(predictor.learned()).isEqualTo(1_000);
    for (int i = 0; i < 100; i++) {
      Query query = randomQuery(random);
      double trueNanos = 20_000 + 300 * docs(searcher, query);
      Prediction predicted = forSearcher.predict(query, ScoreMode.TOP_SCORES).prediction();
      assertThat(predicted.knownNanos() / trueNanos).as(query.toString()).isBetween(0.75, 1.33);
      assertThat(predicted.logError()).isBetween(0.05, 0.2);
    }
    assertThat(predictor.quality().rankCorrelation()).isGreaterThan(0.9);
  }

  @Test
  void searchesThatDidNotCompleteAreNotLearnedFrom() throws IOException {
    IndexSearcher searcher = index(1);
    var predictor = new QueryPredictor();
    QueryPredictor.ForSearcher forSearcher = predictor.forSearcher(searcher);
    for (Outcome outcome : Outcome.values()) {
      forSearcher
          .predict(word(3), ScoreMode.COMPLETE)
          .ended(new Timeline(0, 1, 1_000_001, 1_000_000, 1, 10, List.of(), outcome));
    }
    assertThat(predictor.learned()).isEqualTo(1);
  }

  /** Half of the searches lose their core to other programs for a while. */
  @Test
  void searchesThatLostTheirCoreTeachNoLongerDemand() throws IOException {
    IndexSearcher searcher = index(1);
    var predictor = new QueryPredictor();
    QueryPredictor.ForSearcher forSearcher = predictor.forSearcher(searcher);
    var random = new Random(3);
    for (int i = 0; i < 400; i++) {
      Query query = randomQuery(random);
      long cpuNanos = Math.round(20_000 + 300 * docs(searcher, query));
      long lostNanos = random.nextBoolean() ? 0 : 10_000_000;
      forSearcher
          .predict(query, ScoreMode.TOP_SCORES)
          .ended(completed(List.of(stint(cpuNanos, lostNanos)), cpuNanos + lostNanos));
    }
    assertThat(predictor.learnedByCpuTime()).isEqualTo(400);
    assertThat(predictor.quality().logError()).isLessThan(0.1);
    forSearcher.predict(word(3), ScoreMode.TOP_SCORES).ended(completed(List.of(), 20_000));
    assertThat(predictor.learned()).isEqualTo(401);
    assertThat(predictor.learnedByCpuTime()).as("of no stints").isEqualTo(400);
  }

  private static Stint stint(long cpuNanos, long lostNanos) {
    return new Stint(1, "one", 1, 1 + cpuNanos + lostNanos, cpuNanos, -1, 0, 0, 0, 0, 10, false);
  }

  private static Timeline completed(List<Stint> stints, long threadNanos) {
    return new Timeline(
        0, 1, 1 + threadNanos, threadNanos, 1, 10, List.of(), 0, 0, Outcome.COMPLETED, 1, stints);
  }

  /** Predictions of arriving requests. */
  private static final class Arrivals implements RequestListener {
    private final List<Prediction> predicted = Collections.synchronizedList(new ArrayList<>());

    @Override
    public void arrived(long request, long atNanos, RequestOptions options) {
      predicted.add(options.prediction());
    }
  }

  @Test
  void theEngineGetsPredictionsAndThePredictorLearnsFromAllSearches() throws Exception {
    IndexSearcher plain = index(3);
    var predictor = new QueryPredictor();
    var arrivals = new Arrivals();
    try (Curtail curtail = Curtail.with(new Sequential()).cores(1).listener(arrivals).start()) {
      var searcher =
          new CurtailSearcher(
              plain.getIndexReader(), curtail, LeafSplitting.KNOWN_COLLECTORS, predictor);
      var random = new Random(2);
      for (int i = 0; i < 150; i++) {
        Query query = randomQuery(random);
        assertThat(searcher.search(query, 10).scoreDocs.length)
            .isEqualTo(plain.search(query, 10).scoreDocs.length);
        searcher.submit(query, 10).get();
      }
      assertThat(predictor.learned()).isEqualTo(300);
      assertThat(predictor.learnedByCpuTime()).as("by CPU time").isEqualTo(300);
      assertThat(arrivals.predicted.getFirst().logError()).as("nothing is known").isEqualTo(10);
      assertThat(arrivals.predicted.getLast().logError()).isLessThan(9);
      assertThat(predictor.quality().requests()).isGreaterThan(100);

      searcher.submit(word(3), 10, RequestOptions.NONE.predicted(Prediction.certain(77))).get();
      assertThat(arrivals.predicted.getLast()).isEqualTo(Prediction.certain(77));
    }
  }

  @Test
  void aPolicyThatNeedsPredictionsServesFromTheFirstSearchOn() throws Exception {
    IndexSearcher plain = index(3);
    Profile profile = Profile.of("a test", new double[][] {{1, 0.6}, {2, 1.1}, {30, 16}});
    var policy = TailIndex.predicted(profile).malleable();
    try (Curtail curtail = Curtail.with(policy).cores(2).start()) {
      var without = new CurtailSearcher(plain.getIndexReader(), curtail);
      assertThatThrownBy(() -> without.search(word(3), 5))
          .isInstanceOf(IllegalArgumentException.class);
      var searcher =
          new CurtailSearcher(
              plain.getIndexReader(),
              curtail,
              LeafSplitting.KNOWN_COLLECTORS,
              new QueryPredictor());
      for (int i = 0; i < 100; i++) {
        assertThat(searcher.search(word(2 + i % 30), 5).scoreDocs).isNotEmpty();
      }
    }
  }
}
