package org.curtail.lucene;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopFieldCollectorManager;
import org.apache.lucene.search.TotalHitCountCollectorManager;
import org.curtail.Policy;
import org.curtail.policy.Sharing;
import org.curtail.runtime.Curtail;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * More searches than threads, each preempted at every border of its chunks, so that it moves
 * between threads. Reference: plain Lucene.
 */
@Timeout(300)
class SetAsidePropertyTest {
  private static final int SEARCHES = 60;
  private static final int CALLERS = 4;
  private static final AtomicLong TIMES_ASIDE = new AtomicLong();

  static LongStream seeds() {
    return LongStream.rangeClosed(1, Cases.count(24, 48));
  }

  private record Search(String label, Query query, int topHits) {}

  @ParameterizedTest
  @MethodSource("seeds")
  void searchesThatAreSetAsideReturnWhatPlainLuceneReturns(long seed) throws Exception {
    var random = new Random(seed);
    Policy policy = new Sharing(RandomPolicy.of(random), Duration.ofNanos(1));
    try (var index = new RandomIndex(random);
        Curtail curtail = Curtail.with(policy).cores(1 + random.nextInt(2)).start();
        ExecutorService callers = Executors.newFixedThreadPool(CALLERS)) {
      int windowDocs = 1 + random.nextInt(60);
      var plain = new IndexSearcher(index.reader);
      var curtailed =
          new CurtailSearcher(index.reader, curtail, LeafSplitting.KNOWN_COLLECTORS, windowDocs);
      var ended = new ArrayList<Future<?>>();
      for (int i = 0; i < SEARCHES; i++) {
        Query query = RandomIndex.query(random);
        String label =
            "seed %d, query %d %s, %s, %s, windows of %d"
                .formatted(seed, i, query, policy, index.shape, windowDocs);
        var search = new Search(label, query, 1 + random.nextInt(30));
        int kind = random.nextInt(4);
        ended.add(
            callers.submit(() -> {
              check(kind, search, plain, curtailed);
              return null;
            }));
      }
      for (Future<?> one : ended) {
        one.get();
      }
      TIMES_ASIDE.addAndGet(curtail.metrics().counts().preemptions());
    }
  }

  private static void check(int kind, Search search, IndexSearcher plain, CurtailSearcher curtailed)
      throws Exception {
    Query query = search.query;
    switch (kind) {
      case 0 ->
          assertSame(
              plain.search(query, search.topHits), curtailed.search(query, search.topHits), search);
      case 1 ->
          assertSame(
              plain.search(query, search.topHits),
              curtailed.submit(query, search.topHits).get(),
              search);
      case 2 -> {
        Sort sort = new Sort(new SortField("number", SortField.Type.LONG), SortField.FIELD_SCORE);
        assertSame(
            plain.search(query, new TopFieldCollectorManager(sort, search.topHits, null, 1000)),
            curtailed.search(query, new TopFieldCollectorManager(sort, search.topHits, null, 1000)),
            search);
      }
      default ->
          assertThat(
                  List.of(
                      curtailed.search(query, new SeenDocs()),
                      curtailed.search(
                          query, new TotalHitCountCollectorManager(curtailed.getSlices()))))
              .as(search.label)
              .isEqualTo(
                  List.of(
                      plain.search(query, new SeenDocs()),
                      plain.search(query, new TotalHitCountCollectorManager(plain.getSlices()))));
    }
  }

  private static void assertSame(TopDocs expected, TopDocs actual, Search search) {
    SameResultsPropertyTest.assertSame(expected, actual, search.label);
  }

  @AfterAll
  static void searchesWereSetAside() {
    assertThat(TIMES_ASIDE.get()).isGreaterThan(Cases.count(500, 1_000));
  }
}
