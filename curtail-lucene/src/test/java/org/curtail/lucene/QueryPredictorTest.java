package org.curtail.lucene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.IntPoint;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NoMergePolicy;
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
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.Weight;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.curtail.Prediction;
import org.curtail.Profile;
import org.curtail.policy.Policies;
import org.curtail.policy.Sequential;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.Outcome;
import org.curtail.runtime.RequestListener;
import org.curtail.runtime.RequestOptions;
import org.curtail.runtime.Timeline;
import org.curtail.signals.Stint;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class QueryPredictorTest {
  private static final int DOCUMENTS = 600;

  private final ByteBuffersDirectory directory = new ByteBuffersDirectory();
  private final List<DirectoryReader> readers = new ArrayList<>();

  @AfterEach
  void close() throws IOException {
    for (DirectoryReader reader : readers) {
      reader.close();
    }
    directory.close();
  }

  /** Word w7 is in every 7th document. */
  private IndexSearcher index(int segments) throws IOException {
    var config =
        new IndexWriterConfig(new StandardAnalyzer()).setMergePolicy(NoMergePolicy.INSTANCE);
    try (var writer = new IndexWriter(directory, config)) {
      for (int id = 0; id < DOCUMENTS; id++) {
        var text = new StringBuilder("all ");
        for (int word = 2; word <= 40; word++) {
          text.append(id % word == 0 ? "w" + word + " " : "");
        }
        var document = new Document();
        document.add(new TextField("text", text.toString(), Field.Store.NO));
        document.add(new IntPoint("number", id));
        writer.addDocument(document);
        if ((id + 1) % (DOCUMENTS / segments) == 0) {
          writer.flush();
        }
      }
      writer.commit();
    }
    DirectoryReader reader = DirectoryReader.open(directory);
    readers.add(reader);
    assertThat(reader.leaves()).hasSize(segments);
    var searcher = new IndexSearcher(reader);
    searcher.setQueryCache(null);
    return searcher;
  }

  private static Query word(int number) {
    return new TermQuery(new Term("text", "w" + number));
  }

  private static Query bool(Occur occur, Query... clauses) {
    var builder = new BooleanQuery.Builder();
    for (Query clause : clauses) {
      builder.add(clause, occur);
    }
    return builder.build();
  }

  private static double docs(IndexSearcher searcher, Query query) throws IOException {
    return ClauseVisitor.visit(query, new ClauseVisitor.Found(new TermCounts(searcher)));
  }

  /** Lucene's own, of one segment; for phrases it counts what reading positions takes. */
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
    var found = new ClauseVisitor.Found(new TermCounts(searcher));
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

  /** All documents, by scorers that say that they have so many. */
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

  /** Matches like another and fails whoever looks at it. */
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
      assertThat(predictor.of(plain).ask(query, ScoreMode.TOP_SCORES).prediction())
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

  /** The demand of these is a law that a test knows. */
  @Test
  void itPredictsByTheDocumentsOfTheQuery() throws IOException {
    IndexSearcher searcher = index(1);
    var predictor = new QueryPredictor();
    QueryPredictor.OfSearcher asked = predictor.of(searcher);
    var random = new Random(1);
    for (int i = 0; i < 1_000; i++) {
      Query query = randomQuery(random);
      double noise = StrictMath.exp(0.1 * random.nextGaussian());
      asked
          .ask(query, ScoreMode.TOP_SCORES)
          .took(Math.round((20_000 + 300 * docs(searcher, query)) * noise));
    }
    assertThat(predictor.learned()).isEqualTo(1_000);
    for (int i = 0; i < 100; i++) {
      Query query = randomQuery(random);
      double trueNanos = 20_000 + 300 * docs(searcher, query);
      Prediction said = asked.ask(query, ScoreMode.TOP_SCORES).prediction();
      assertThat(said.knownNanos() / trueNanos).as(query.toString()).isBetween(0.75, 1.33);
      assertThat(said.logError()).isBetween(0.05, 0.2);
    }
    assertThat(predictor.quality().rankCorrelation()).isGreaterThan(0.9);
  }

  @Test
  void searchesThatDidNotCompleteAreNotLearnedFrom() throws IOException {
    IndexSearcher searcher = index(1);
    var predictor = new QueryPredictor();
    QueryPredictor.OfSearcher asked = predictor.of(searcher);
    for (Outcome outcome : Outcome.values()) {
      asked
          .ask(word(3), ScoreMode.COMPLETE)
          .ended(new Timeline(0, 1, 1_000_001, 1_000_000, 1, 10, List.of(), outcome));
    }
    assertThat(predictor.learned()).isEqualTo(1);
  }

  /** Half of the searches lose their core to other programs for a while. */
  @Test
  void searchesThatLostTheirCoreTeachNoLongerDemand() throws IOException {
    IndexSearcher searcher = index(1);
    var predictor = new QueryPredictor();
    QueryPredictor.OfSearcher asked = predictor.of(searcher);
    var random = new Random(3);
    for (int i = 0; i < 400; i++) {
      Query query = randomQuery(random);
      long cpuNanos = Math.round(20_000 + 300 * docs(searcher, query));
      long lostNanos = random.nextBoolean() ? 0 : 10_000_000;
      asked
          .ask(query, ScoreMode.TOP_SCORES)
          .ended(completed(List.of(stint(cpuNanos, lostNanos)), cpuNanos + lostNanos));
    }
    assertThat(predictor.learnedByCpuTime()).isEqualTo(400);
    assertThat(predictor.quality().logError()).isLessThan(0.1);
    asked.ask(word(3), ScoreMode.TOP_SCORES).ended(completed(List.of(), 20_000));
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

  /** What requests arrive with. */
  private static final class Arrivals implements RequestListener {
    private final List<Prediction> said = Collections.synchronizedList(new ArrayList<>());

    @Override
    public void arrived(long request, long atNanos, RequestOptions options) {
      said.add(options.prediction());
    }
  }

  @Test
  void theEngineIsToldAndLearnsFromAllSearchesOfThePredictedSearcher() throws Exception {
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
      assertThat(arrivals.said.getFirst().logError()).as("nothing is known").isEqualTo(10);
      assertThat(arrivals.said.getLast().logError()).isLessThan(9);
      assertThat(predictor.quality().requests()).isGreaterThan(100);

      searcher.submit(word(3), 10, RequestOptions.NONE.predicted(Prediction.certain(77))).get();
      assertThat(arrivals.said.getLast()).isEqualTo(Prediction.certain(77));
    }
  }

  @Test
  void aPolicyThatNeedsPredictionsServesFromTheFirstSearchOn() throws Exception {
    IndexSearcher plain = index(3);
    Profile profile = Profile.of("a test", new double[][] {{1, 0.6}, {2, 1.1}, {30, 16}});
    var policy =
        Policies.named(
            "tail-index-predicted",
            new Policies.Ingredients(Optional.of(profile), Optional.empty()));
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
