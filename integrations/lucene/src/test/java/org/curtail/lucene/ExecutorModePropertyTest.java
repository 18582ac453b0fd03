package org.curtail.lucene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.lucene.SameResultsPropertyTest.assertSame;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopFieldCollectorManager;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.search.TotalHitCountCollectorManager;
import org.curtail.Policy;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.EngineExecutor;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A plain IndexSearcher on the engine's executor finds the same as without it, from many threads.
 */
@Timeout(300)
class ExecutorModePropertyTest {
  private static final int QUERIES_PER_THREAD = 12;

  static List<Long> seeds() {
    var seeds = new ArrayList<Long>();
    for (long seed = 1; seed <= Cases.count(6, 16); seed++) {
      seeds.add(seed);
    }
    return seeds;
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void resultsAreThoseOfASearcherWithoutExecutor(long seed) throws Exception {
    var random = new Random(seed);
    Policy policy = RandomPolicy.of(random);
    var failures = new ConcurrentLinkedQueue<Throwable>();
    try (var index = new RandomIndex(random);
        Curtail curtail = Curtail.with(policy).cores(2).start()) {
      int sliceDocs = 20 + random.nextInt(400);
      var plain = new IndexSearcher(index.reader);
      var curtailed = new SlicedSearcher(index.reader, curtail.executor(), sliceDocs);
      var threads = new ArrayList<Thread>();
      for (int t = 0; t < 3; t++) {
        long threadSeed = random.nextLong();
        boolean scoped = t % 2 == 0;
        String label =
            "seed %d, %s, %s, slices of %d, %s"
                .formatted(seed, policy, index.shape, sliceDocs, scoped ? "scoped" : "bare");
        threads.add(
            Thread.ofPlatform()
                .start(() -> {
                  try {
                    EngineExecutor executor = curtail.executor();
                    search(plain, curtailed, executor, scoped, new Random(threadSeed), label);
                  } catch (Throwable e) {
                    failures.add(e);
                  }
                }));
      }
      for (Thread thread : threads) {
        thread.join();
      }
    }
    assertThat(failures).isEmpty();
  }

  private static void search(
      IndexSearcher plain,
      IndexSearcher curtailed,
      EngineExecutor executor,
      boolean scoped,
      Random random,
      String label)
      throws Exception {
    for (int i = 0; i < QUERIES_PER_THREAD; i++) {
      Query query = RandomIndex.query(random);
      // Sometimes a slice takes long enough for helpers to join.
      Query slow =
          random.nextBoolean()
              ? query
              : new HookedQuery(query, (leaf, minDoc) -> LockSupport.parkNanos(20_000));
      int topHits = 1 + random.nextInt(30);
      String what = label + ", " + query;
      var byNumber =
          new Sort(
              new SortField("number", SortField.Type.LONG, random.nextBoolean()),
              SortField.FIELD_SCORE);
      Callable<Void> searches =
          () -> {
            assertSame(plain.search(query, topHits), curtailed.search(slow, topHits), what);
            for (CollectorManager<?, ? extends TopDocs> manager :
                List.of(
                    new TopScoreDocCollectorManager(topHits, null, Integer.MAX_VALUE),
                    new TopFieldCollectorManager(byNumber, topHits, null, 1000))) {
              assertSame(plain.search(query, manager), curtailed.search(slow, manager), what);
            }
            assertThat(
                    (int)
                        curtailed.search(
                            slow, new TotalHitCountCollectorManager(curtailed.getSlices())))
                .as(what)
                .isEqualTo(plain.count(query));
            return null;
          };
      if (scoped) {
        executor.request(searches);
      } else {
        searches.call();
      }
    }
  }
}
