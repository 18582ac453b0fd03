package org.curtail.opensearch;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.curtail.opensearch.stats.HedgingFigures;
import org.curtail.testkit.Eventually;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.action.support.WriteRequest.RefreshPolicy;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.action.ActionListener;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.SearchService;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.sort.SortOrder;

/**
 * Effect of hedging on the tail with three nodes of one processor each. One node pauses for 200 ms
 * in 4 of 100 shard queries. Of three indexes, only one is hedged; all receive arrivals of the same
 * kind, in blocks of random order. The first and the third index are not hedged, so differences
 * between these two come from the machine. Prints the results; asserts that the budget was kept,
 * all responses were right, and nothing was left.
 *
 * <p>All nodes are in one process. A stall of the machine stops all copies, and hedging cannot mend
 * that; at 60 searches per second, half a second of stall determines the 99th percentile of 1,500
 * searches. A round of blocks with a stall is measured again.
 */
@Timeout(7_200)
@EnabledIfSystemProperty(named = "curtail.long", matches = "true", disabledReason = "needs -Dlong")
class HedgingTailTest {
  private static final int RUNS = Integer.getInteger("curtail.opensearch.runs", 5);
  private static final int BLOCKS = 6;
  private static final int BLOCK = 250;

  /** Number of blocks before learning: code that is not compiled yet is slow everywhere. */
  private static final int WARM_UP = 6;

  /** A pause of a node is 200 ms. */
  private static final long MOST_FROZEN_MILLIS = 50;

  /** Maximum number of measured rounds: on a machine that is never quiet the last ones count. */
  private static final int MOST_ROUNDS = 4 * BLOCKS;

  private static final double PER_SECOND =
      Double.parseDouble(System.getProperty("curtail.opensearch.rps", "60"));
  private static final int QUERIES = 50;
  private static final int DOCUMENTS = 20_000;
  private static final double BUDGET = 0.05;

  /** Student's t for 4 degrees of freedom, 95 %. */
  private static final Map<Integer, Double> T = Map.of(2, 12.71, 3, 4.303, 4, 3.182, 5, 2.776);

  private static final List<String> INDEXES = List.of("plain", "hedged", "control");

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void oneNodePauses(int shards) throws Exception {
    var ratios = new ArrayList<Double>();
    System.out.printf(
        Locale.ROOT,
        "%d shards, %.0f searches/s, pauses of 200 ms in 4 of 100 queries on one node%n"
            + "run  p50 plain  hedged  p99 plain  hedged  control  ratio  of control  frozen  copies of 100  won  delay ms  probability  suppressed%n",
        shards,
        PER_SECOND);
    for (int run = 1; run <= RUNS; run++) {
      try (TestCluster cluster =
          TestCluster.start(
              3, Settings.builder().put("node.processors", 1).build(), FaultsPlugin.class)) {
        ratios.add(new Run(cluster, shards, run).ratio());
      }
    }
    say(ratios);
  }

  /** Uses the logarithms of ratios, so that a ratio and its inverse have equal weight. */
  private static void say(List<Double> ratios) {
    double[] logs = ratios.stream().mapToDouble(Math::log).toArray();
    double mean = Arrays.stream(logs).average().orElseThrow();
    double squares = Arrays.stream(logs).map(log -> (log - mean) * (log - mean)).sum();
    double error =
        T.getOrDefault(logs.length, 2.776) * Math.sqrt(squares / (logs.length - 1) / logs.length);
    System.out.printf(
        Locale.ROOT,
        "p99 hedged / plain: %.3f (%.3f to %.3f, 95 %%, %d runs)%n",
        Math.exp(mean),
        Math.exp(mean - error),
        Math.exp(mean + error),
        logs.length);
  }

  private static final class Run {
    private final TestCluster cluster;
    private final TestNode first;
    private final int run;
    private final Random random;
    private final List<List<String>> right = new ArrayList<>();
    private final List<List<Long>> nanos = INDEXES.stream().map(name -> times()).toList();
    private final AtomicInteger wrong = new AtomicInteger();

    Run(TestCluster cluster, int shards, int run) {
      this.cluster = cluster;
      this.run = run;
      first = cluster.first();
      random = new Random(run);
      for (String index : INDEXES) {
        create(index, shards);
      }
    }

    private static List<Long> times() {
      return Collections.synchronizedList(new ArrayList<>());
    }

    private void create(String name, int shards) {
      first
          .client()
          .admin()
          .indices()
          .prepareCreate(name)
          .setSettings(
              Settings.builder()
                  .put("index.number_of_shards", shards)
                  .put("index.number_of_replicas", 1)
                  .put("index.requests.cache.enable", false)
                  .put("index.curtail.hedge.enabled", name.equals("hedged"))
                  .put("index.routing.allocation.include._name", "n1,n2"))
          .setMapping("order", "type=long", "text", "type=text")
          .get();
      var words = new Random(1);
      var bulk = new BulkRequest().setRefreshPolicy(RefreshPolicy.IMMEDIATE);
      for (int i = 0; i < DOCUMENTS; i++) {
        var text = new StringBuilder();
        for (int word = 2; word < 40; word++) {
          text.append(words.nextInt(word) == 0 ? " w" + word : "");
        }
        bulk.add(
            new IndexRequest(name)
                .id(Integer.toString(i))
                .source(Map.of("order", i, "text", text.toString())));
      }
      assertThat(first.client().bulk(bulk).actionGet().hasFailures()).isFalse();
      PlacedIndex.awaitGreen(first);
    }

    private static SearchRequest search(int index, int query) {
      String words = "w%d w%d w%d".formatted(2 + query % 30, 3 + query % 20, 5 + query % 33);
      return new SearchRequest(INDEXES.get(index))
          .source(
              new SearchSourceBuilder()
                  .query(QueryBuilders.matchQuery("text", words))
                  .sort("_score", SortOrder.DESC)
                  .sort("order", SortOrder.ASC));
    }

    double ratio() throws IOException, InterruptedException {
      for (int index = 0; index < INDEXES.size(); index++) {
        var answers = new ArrayList<String>();
        for (int query = 0; query < QUERIES; query++) {
          answers.add(Answers.of(first.client(), search(index, query)));
        }
        right.add(answers);
      }
      for (int block = 0; block < WARM_UP; block++) {
        block(block % INDEXES.size(), BLOCK);
      }
      first.set("curtail.hedge.budget", Double.toString(BUDGET));
      first.set("curtail.hedge.enabled", "true");
      FaultsPlugin.pause("n1", 0.04, 200, run);
      for (int learning = 0; !hasLearned(); learning++) {
        assertThat(learning).as("blocks without a plan").isLessThan(60);
        block(1, BLOCK);
      }
      nanos.forEach(List::clear);
      HedgingFigures before = first.figures().hedging();
      int frozen = measure();
      HedgingFigures after = first.figures().hedging();
      FaultsPlugin.pauseNoMore("n1");
      assertThat(wrong).as("answers that are not those of one copy").hasValue(0);
      assertThat(event(after, "copies"))
          .isLessThanOrEqualTo((long) (BUDGET * event(after, "queries")));
      for (TestNode node : cluster.nodes()) {
        Eventually.is(
            "no context", () -> node.instance(SearchService.class).getActiveContexts() == 0);
      }
      double queries = event(after, "queries") - event(before, "queries");
      HedgingFigures.Learned learned = after.learned().values().iterator().next();
      double ratio = millis(1, 99) / millis(0, 99);
      System.out.printf(
          Locale.ROOT,
          "%3d  %9.1f  %6.1f  %9.1f  %6.1f  %7.1f  %5.3f  %10.3f  %6d  %13.1f  %3d  %8.1f  %11.2f  %s%n",
          run,
          millis(0, 50),
          millis(1, 50),
          millis(0, 99),
          millis(1, 99),
          millis(2, 99),
          ratio,
          millis(2, 99) / millis(0, 99),
          frozen,
          100 * (event(after, "copies") - event(before, "copies")) / queries,
          event(after, "won") - event(before, "won"),
          learned.delayMillis(),
          learned.probability(),
          after.suppressed());
      return ratio;
    }

    /** Returns the number of rounds measured again. */
    private int measure() throws InterruptedException {
      int rounds = 0;
      try (ProcessStalls freezes = ProcessStalls.measured()) {
        for (int kept = 0; kept < BLOCKS; rounds++) {
          List<Integer> sizes = nanos.stream().map(List::size).toList();
          var order = new ArrayList<>(List.of(0, 1, 2));
          Collections.shuffle(order, random);
          freezes.takeMillis();
          for (int index : order) {
            block(index, BLOCK);
          }
          if (freezes.takeMillis() <= MOST_FROZEN_MILLIS || rounds + BLOCKS - kept >= MOST_ROUNDS) {
            kept++;
          } else {
            for (int index : order) {
              List<Long> times = nanos.get(index);
              times.subList(sizes.get(index), times.size()).clear();
            }
          }
        }
      }
      return rounds - BLOCKS;
    }

    private boolean hasLearned() {
      return first.figures().hedging().learned().values().stream()
          .anyMatch(learned -> learned.delayMillis() >= 0);
    }

    private static long event(HedgingFigures figures, String name) {
      return requireNonNull(figures.events().get(name));
    }

    private double millis(int index, int percentile) {
      long[] sorted = nanos.get(index).stream().mapToLong(Long::longValue).sorted().toArray();
      return sorted[(int) Math.ceil(sorted.length * percentile / 100.0) - 1] / 1e6;
    }

    /**
     * Open loop: sends at random times regardless of responses; latency counts from the intended
     * time.
     */
    private void block(int index, int count) throws InterruptedException {
      var left = new CountDownLatch(count);
      long atNanos = System.nanoTime();
      for (int i = 0; i < count; i++) {
        atNanos += (long) (-Math.log(1 - random.nextDouble()) / PER_SECOND * 1e9);
        for (long wait = atNanos - System.nanoTime();
            wait > 0;
            wait = atNanos - System.nanoTime()) {
          LockSupport.parkNanos(wait);
        }
        long dueNanos = atNanos;
        int query = random.nextInt(QUERIES);
        first
            .client()
            .search(
                search(index, query),
                new ActionListener<SearchResponse>() {
                  @Override
                  public void onResponse(SearchResponse response) {
                    nanos.get(index).add(System.nanoTime() - dueNanos);
                    check(response, right.get(index).get(query));
                    left.countDown();
                  }

                  @Override
                  public void onFailure(Exception e) {
                    wrong.incrementAndGet();
                    left.countDown();
                  }
                });
      }
      assertThat(left.await(60, TimeUnit.SECONDS)).as("a search hangs").isTrue();
    }

    private void check(SearchResponse response, String expected) {
      try {
        if (!Answers.text(response).equals(expected)) {
          wrong.incrementAndGet();
        }
      } catch (IOException e) {
        wrong.incrementAndGet();
      }
    }
  }
}
