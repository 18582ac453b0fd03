package org.curtail.opensearch;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.curtail.testkit.Eventually;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.opensearch.ExceptionsHelper;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.builder.SearchSourceBuilder;

/**
 * More searches than a node can serve, for {@code -Dcurtail.opensearch.soak.minutes}: each ends,
 * nothing is left, and memory does not grow.
 */
@Tag("long")
@Timeout(7_200)
@EnabledIfSystemProperty(named = "curtail.long", matches = "true", disabledReason = "needs -Dlong")
class OverloadSoakTest {
  private static final int MINUTES = Integer.getInteger("curtail.opensearch.soak.minutes", 30);
  private static final double LOAD = 1.2;
  private static final long SEED = 11;

  /** Number of concurrent searches at the node's capacity. */
  private static final int AT_ONCE = 32;

  /** Maximum number of rounds of 20 seconds to find the capacity. */
  private static final int MOST_TURNS = 12;

  /** Increase that is no coincidence. */
  private static final double MORE = 1.03;

  /** Minimum share of refused searches under an overload of a fifth. */
  private static final double LEAST_REFUSED = 0.05;

  /** Parts of the whole time; memory is measured between them. */
  private static final int PARTS = 5;

  private static final TestNode node = TestNode.shared();

  private final SplittableRandom random = new SplittableRandom(SEED);
  private final AtomicInteger answered = new AtomicInteger();
  private final AtomicInteger refused = new AtomicInteger();
  private final AtomicInteger partial = new AtomicInteger();
  private final AtomicInteger wrong = new AtomicInteger();
  private int sent;

  private SearchRequest request() {
    var source =
        new SearchSourceBuilder()
            .query(
                QueryBuilders.matchPhraseQuery(
                        "text", "w%d w%d".formatted(2 + random.nextInt(5), 4 + random.nextInt(9)))
                    .slop(30))
            .trackTotalHits(true);
    return new SearchRequest(WordsIndex.name(3)).source(source);
  }

  /**
   * Measures the capacity after compilation, until it stops growing twice in a row. This takes
   * minutes, as the command's ClusterWarmUp.
   */
  private double warmCapacity() {
    double most = capacity();
    for (int turn = 0, idle = 0; turn < MOST_TURNS && idle < 2; turn++) {
      double now = capacity();
      idle = now > MORE * most ? 0 : idle + 1;
      most = Math.max(most, now);
    }
    return most;
  }

  /** Searches per second, with more at any time than the engine has places. */
  private double capacity() {
    long startNanos = System.nanoTime();
    int before = answered.get();
    while (System.nanoTime() - startNanos < TimeUnit.SECONDS.toNanos(20)) {
      if (sent - ended() < AT_ONCE) {
        send();
      } else {
        LockSupport.parkNanos(100_000);
      }
    }
    double perSecond = (answered.get() - before) * 1e9 / (System.nanoTime() - startNanos);
    awaitEnds();
    return perSecond;
  }

  private void send() {
    sent++;
    node.client()
        .search(
            request(),
            ActionListener.wrap(
                (SearchResponse response) ->
                    (response.getFailedShards() == 0 ? answered : partial).incrementAndGet(),
                e ->
                    (ExceptionsHelper.status(e) == RestStatus.TOO_MANY_REQUESTS ? refused : wrong)
                        .incrementAndGet()));
  }

  private int ended() {
    return answered.get() + partial.get() + refused.get() + wrong.get();
  }

  private void awaitEnds() {
    Eventually.is("all have their end", () -> ended() == sent);
  }

  /** Sends late searches too, if the cores are busy, but stops at the end of the time. */
  private void overload(double perSecond, long nanos) {
    long startNanos = System.nanoTime();
    double dueNanos = 0;
    while (dueNanos < nanos && System.nanoTime() - startNanos < nanos) {
      dueNanos += -Math.log(1 - random.nextDouble()) * 1e9 / perSecond;
      long early = startNanos + (long) dueNanos - System.nanoTime();
      if (early > 0) {
        LockSupport.parkNanos(early);
      }
      send();
    }
  }

  private String figures(List<Long> rates, List<Long> used) {
    return "seed %d, searches/s %s: %s answered, %s in part, %s refused, %s wrong; MB %s"
        .formatted(SEED, rates, answered, partial, refused, wrong, used);
  }

  private static long usedMegabytes() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() >> 20;
  }

  @Test
  void everySearchHasItsEndAndNothingGrows() {
    node.set("curtail.policy", "automatic");
    double carries = warmCapacity();
    int tooMany = 0;
    var rates = new ArrayList<Long>();
    var used = new ArrayList<Long>();
    for (int part = 0; part < PARTS; part++) {
      rates.add(Math.round(LOAD * carries));
      int before = sent;
      overload(LOAD * carries, TimeUnit.MINUTES.toNanos(MINUTES) / PARTS);
      awaitEnds();
      tooMany += sent - before;
      carries = Math.max(carries, capacity());
      SearchCleanup.assertComplete(List.of(node));
      used.add(usedMegabytes());
      System.out.println(figures(rates, used));
    }
    String figures = figures(rates, used);
    assertThat(wrong.get()).as(figures).isZero();
    assertThat(answered.get()).as(figures).isPositive();
    assertThat((double) refused.get() + partial.get())
        .as(figures)
        .isGreaterThan(LEAST_REFUSED * tooMany);
    // The first part fills caches and the policy's knowledge.
    assertThat(used.getLast()).as(figures).isLessThan(used.get(1) + used.get(1) / 4 + 20);
  }
}
