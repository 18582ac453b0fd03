package org.curtail.lucene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.lucene.SameResultsPropertyTest.assertSame;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Term;
import org.apache.lucene.queries.function.FunctionScoreQuery;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.Collector;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.DisjunctionMaxQuery;
import org.apache.lucene.search.DoubleValuesSource;
import org.apache.lucene.search.FilterLeafCollector;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopFieldCollectorManager;
import org.apache.lucene.search.TopScoreDocCollector;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.curtail.Policy;
import org.curtail.lucene.RefusingQuery.Refuses;
import org.curtail.policy.FixedDegree;
import org.curtail.runtime.Curtail;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Queries that cannot be scored in parts of a leaf, or by several scorers, wrapped or not.
 * Reference: Lucene's plain IndexSearcher on the same reader.
 */
@Timeout(300)
class RefusingQueriesPropertyTest {
  private static final int SEEDS = Cases.count(2, 12);

  @ParameterizedTest
  @EnumSource(Refuses.class)
  void aQueryThatRefusesFindsWhatPlainLuceneFinds(Refuses refuses) throws Exception {
    int compared = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      var random = new Random(seed);
      Policy policy =
          random.nextBoolean() ? new FixedDegree(2 + random.nextInt(3)) : RandomPolicy.of(random);
      try (var index = new RandomIndex(random);
          Curtail curtail = Curtail.with(policy).cores(4).start()) {
        int windowDocs = 1 + random.nextInt(200);
        var plain = new IndexSearcher(index.reader);
        var curtailed =
            new CurtailSearcher(index.reader, curtail, LeafSplitting.KNOWN_COLLECTORS, windowDocs);
        for (Query query : queries(refuses, random)) {
          String label =
              "seed %d, %s, %s, %s, windows of %d"
                  .formatted(seed, query, policy, index.shape, windowDocs);
          compared += compare(plain, curtailed, query, random, label);
        }
      }
    }
    // In some wrappers, but not in all, some queries also refuse a plain searcher's requests.
    assertThat(compared).isGreaterThan(SEEDS * 3);
  }

  @ParameterizedTest
  @EnumSource(Refuses.class)
  void aSearchTimesOutAsInPlainLucene(Refuses refuses) throws Exception {
    try (var index = new RandomIndex(new Random(1));
        Curtail curtail = Curtail.with(new FixedDegree(2)).cores(2).start()) {
      for (Query matching :
          List.of(
              new MatchNoDocsQuery(),
              new TermQuery(new Term("body", "nowhere")),
              new MatchAllDocsQuery(),
              RandomIndex.query(new Random(2)))) {
        for (Query query : List.of(matching, new RefusingQuery(matching, refuses))) {
          var plain = new IndexSearcher(index.reader);
          var curtailed =
              new CurtailSearcher(index.reader, curtail, LeafSplitting.KNOWN_COLLECTORS, 50);
          plain.setTimeout(() -> true);
          curtailed.setTimeout(() -> true);
          assertThat(curtailed.search(query, 10).scoreDocs)
              .hasSameSizeAs(plain.search(query, 10).scoreDocs);
          assertThat(curtailed.timedOut()).as(query.toString()).isEqualTo(plain.timedOut());
        }
      }
    }
  }

  /** The query alone and in wrappers; sometimes slow, so that several threads join. */
  static List<Query> queries(Refuses refuses, Random random) {
    Query matching = RandomIndex.query(random);
    Query slow =
        random.nextInt(4) == 0
            ? matching
            : new HookedQuery(matching, (leaf, minDoc) -> LockSupport.parkNanos(30_000));
    var refusing = new RefusingQuery(slow, refuses);
    Query other = RandomIndex.query(random);
    return List.of(
        refusing,
        new BoostQuery(refusing, 2),
        new ConstantScoreQuery(refusing),
        new BooleanQuery.Builder().add(refusing, Occur.SHOULD).add(other, Occur.SHOULD).build(),
        new BooleanQuery.Builder().add(refusing, Occur.MUST).add(other, Occur.FILTER).build(),
        new DisjunctionMaxQuery(List.of(refusing, other), 0.1f),
        FunctionScoreQuery.boostByValue(refusing, DoubleValuesSource.fromLongField("number")),
        new RefusingQuery(new ConstantScoreQuery(refusing), refuses),
        new HookedQuery(refusing, (leaf, minDoc) -> LockSupport.parkNanos(10_000)));
  }

  private static int compare(
      IndexSearcher plain, CurtailSearcher curtailed, Query query, Random random, String label)
      throws IOException {
    int topHits = 1 + random.nextInt(20);
    int threshold = List.of(topHits, 1000, Integer.MAX_VALUE).get(random.nextInt(3));
    Sort byNumber = new Sort(new SortField("number", SortField.Type.LONG), SortField.FIELD_DOC);
    int compared = 0;
    List<CollectorManager<?, ? extends TopDocs>> managers =
        List.of(
            new TopScoreDocCollectorManager(topHits, null, threshold),
            new TopFieldCollectorManager(byNumber, topHits, null, threshold),
            new TopFieldCollectorManager(
                new Sort(SortField.FIELD_SCORE, byNumber.getSort()[0]), topHits, null, threshold));
    List<CollectorManager<?, ? extends TopDocs>> again =
        List.of(
            new TopScoreDocCollectorManager(topHits, null, threshold),
            new TopFieldCollectorManager(byNumber, topHits, null, threshold),
            new TopFieldCollectorManager(
                new Sort(SortField.FIELD_SCORE, byNumber.getSort()[0]), topHits, null, threshold));
    for (int i = 0; i < managers.size(); i++) {
      TopDocs expected;
      try {
        expected = plain.search(query, managers.get(i));
      } catch (IllegalStateException | UnsupportedOperationException e) {
        continue; // a wrapper that itself asks for parts, or for several scorers
      }
      compared++;
      TopDocs actual = curtailed.search(query, again.get(i));
      assertSame(expected, actual, label + ", " + i);
      if (threshold == Integer.MAX_VALUE) {
        assertThat(actual.totalHits.value()).as(label).isEqualTo(expected.totalHits.value());
      }
    }
    if (compared == managers.size()) {
      assertThat(curtailed.search(query, new SeenDocs()))
          .as(label)
          .isEqualTo(plain.search(query, new SeenDocs()));
    }
    return compared;
  }

  @ParameterizedTest
  @EnumSource(Refuses.class)
  void noDocumentIsCollectedTwice(Refuses refuses) throws Exception {
    for (long seed = 1; seed <= SEEDS; seed++) {
      var random = new Random(seed);
      try (var index = new RandomIndex(random);
          Curtail curtail = Curtail.with(new FixedDegree(4)).cores(4).start()) {
        var searcher = new CurtailSearcher(index.reader, curtail, LeafSplitting.ALL_COLLECTORS, 50);
        var collected = new AtomicInteger();
        Query slow =
            new HookedQuery(
                new MatchAllDocsQuery(), (leaf, minDoc) -> LockSupport.parkNanos(20_000));
        TopDocs hits = searcher.search(new RefusingQuery(slow, refuses), counting(collected));
        assertThat(collected.get()).as("seed %d", seed).isEqualTo(index.reader.numDocs());
        assertThat(hits.scoreDocs).as("seed %d", seed).hasSize(index.reader.numDocs());
      }
    }
  }

  /** A user's manager whose collectors have a side effect for each document. */
  private static CollectorManager<Collector, TopDocs> counting(AtomicInteger collected) {
    var top = new TopScoreDocCollectorManager(10_000, null, Integer.MAX_VALUE);
    var inner = new ArrayList<TopScoreDocCollector>();
    return new CollectorManager<>() {
      @Override
      public Collector newCollector() {
        TopScoreDocCollector collector = top.newCollector();
        inner.add(collector);
        return new Collector() {
          @Override
          public LeafCollector getLeafCollector(LeafReaderContext leaf) throws IOException {
            return new FilterLeafCollector(collector.getLeafCollector(leaf)) {
              @Override
              public void collect(int doc) throws IOException {
                collected.incrementAndGet();
                super.collect(doc);
              }
            };
          }

          @Override
          public ScoreMode scoreMode() {
            return collector.scoreMode();
          }
        };
      }

      @Override
      public TopDocs reduce(java.util.Collection<Collector> collectors) throws IOException {
        return top.reduce(inner);
      }
    };
  }
}
