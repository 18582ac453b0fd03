package org.curtail.lucene.ranked;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.curtail.Policy;
import org.curtail.lucene.RandomPolicy;
import org.curtail.policy.Sharing;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.RequestOptions;
import org.curtail.runtime.Ticket;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** As {@link RankedSearcherPropertyTest}, with searches preempted at every border. */
@Timeout(300)
class RankedSetAsidePropertyTest {
  private static final int SEARCHES = 20;
  private static final AtomicLong TIMES_ASIDE = new AtomicLong();

  static LongStream seeds() {
    return LongStream.rangeClosed(1, Cases.count(8, 24));
  }

  private record Expected(String label, List<String> hits, Ticket<RankedHits> ticket) {}

  @ParameterizedTest
  @MethodSource("seeds")
  void searchesThatAreSetAsideFindTheTopOfTheWholeIndex(long seed) throws Exception {
    var random = new Random(seed);
    Policy policy = new Sharing(RandomPolicy.of(random), Duration.ofNanos(1));
    try (var index = new RandomRankedIndex(random);
        Curtail curtail = Curtail.with(policy).cores(1 + random.nextInt(2)).start()) {
      double weight = List.of(0.0, 0.3, 3.0, 10.0, 1000.0, 1e7).get(random.nextInt(6));
      var bruteForce = new BruteForce(index.reader, index.storedRanks(), weight);
      for (ChunkSharing sharing : ChunkSharing.values()) {
        var all = new ArrayList<Expected>();
        int chunks = 1 + random.nextInt(List.of(60, 400, 5000).get(random.nextInt(3)));
        var settings = new RankedSettings(weight, chunks, sharing, Termination.SAFE);
        var searcher = new RankedSearcher(new IndexSearcher(index.reader), curtail, settings);
        for (int i = 0; i < SEARCHES; i++) {
          Query query = RandomRankedIndex.query(random);
          int topHits = 1 + random.nextInt(30);
          List<ScoreDoc> best = bruteForce.all(query);
          String label =
              "seed %d, query %d %s, top %d of %d, weight %s, %d chunks, %s, %s, %s"
                  .formatted(
                      seed,
                      i,
                      query,
                      topHits,
                      best.size(),
                      weight,
                      chunks,
                      sharing,
                      policy,
                      index.shape);
          all.add(
              new Expected(
                  label,
                  BruteForce.texts(best, topHits),
                  searcher.submit(query, topHits, RequestOptions.NONE)));
        }
        for (Expected one : all) {
          assertThat(BruteForce.texts(one.ticket.get().top())).as(one.label).isEqualTo(one.hits);
        }
      }
      TIMES_ASIDE.addAndGet(curtail.metrics().counts().preemptions());
    }
  }

  @AfterAll
  static void searchesWereSetAside() {
    assertThat(TIMES_ASIDE.get()).isGreaterThan(1_000);
  }
}
