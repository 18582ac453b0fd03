package org.curtail.opensearch;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.curtail.testkit.Eventually;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.opensearch.OpenSearchException;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.settings.Settings;

/**
 * Three nodes, one of which is partitioned from the others while searches run, leaves the cluster,
 * and returns: all searches end, right or with failed shards, and nothing is left of them.
 */
@Timeout(300)
class PartitionTest {
  private static final String PAIR = "pair";
  private static final String SPREAD = "spread";

  private static final int TO_LEARN_FROM = 200;

  /** Searchers per node. */
  private static final int SEARCHERS = 2;

  private static final int NODES = 3;

  private static TestCluster cluster;
  private static TestNode first;

  @BeforeAll
  static void start() throws Exception {
    Settings quick =
        Settings.builder()
            .put("cluster.fault_detection.follower_check.interval", "100ms")
            .put("cluster.fault_detection.follower_check.timeout", "1s")
            .put("cluster.fault_detection.follower_check.retry_count", 1)
            .put("cluster.fault_detection.leader_check.interval", "100ms")
            .put("cluster.fault_detection.leader_check.timeout", "1s")
            .put("cluster.fault_detection.leader_check.retry_count", 1)
            .put("cluster.publish.timeout", "1s")
            // If its response is lost, a context stays for this time, as without the plugin.
            .put("search.default_keep_alive", "5s")
            .put("search.keep_alive_interval", "1s")
            .build();
    cluster = TestCluster.start(NODES, quick, PartitionPlugin.class);
    first = cluster.first();
    PlacedIndex.create(first, PAIR, 1, 1, "n1,n2");
    PlacedIndex.create(first, SPREAD, 3, 1, "n0,n1,n2");
    PlacedIndex.awaitGreen(first);
    first.set("curtail.hedge.budget", "0.3");
    first.set("curtail.hedge.percentile", "90");
    first.set("curtail.hedge.enabled", "true");
  }

  @AfterAll
  static void stop() throws IOException {
    PartitionPlugin.heal();
    cluster.close();
  }

  private static int nodesSeen(TestNode node) {
    return node.instance(ClusterService.class).state().nodes().getSize();
  }

  /** Searches until the end, and counts complete responses. */
  private static Callable<Integer> searcher(
      TestNode node, AtomicBoolean over, AtomicInteger running) {
    SearchRequest request = PlacedIndex.search(PAIR, SPREAD);
    return () -> {
      int whole = 0;
      while (!over.get()) {
        running.incrementAndGet();
        try {
          SearchResponse answer = node.client().search(request).actionGet();
          if (answer.getFailedShards() == 0) {
            assertThat(requireNonNull(answer.getHits().getTotalHits()).value())
                .isEqualTo(2 * PlacedIndex.matching());
            assertThat(answer.getHits().getHits()).hasSize(20);
            whole++;
          }
        } catch (OpenSearchException e) {
          // All of its shards were unreachable.
          TimeUnit.MILLISECONDS.sleep(5);
        } finally {
          running.decrementAndGet();
        }
      }
      return whole;
    };
  }

  /** The partitioned node may be the cluster manager, or the sender of the searches. */
  @Test
  @Tag("long")
  void whoeverIsCutOffEverySearchEndsAndNothingIsLeft() throws Exception {
    // So that hedging has learned which queries are late, on a slow machine too.
    for (int i = 0; i < TO_LEARN_FROM; i++) {
      first.client().search(PlacedIndex.search(PAIR, SPREAD)).actionGet();
    }
    for (String name : List.of("n1", "n0", "n2")) {
      cutOffWhileSearching(name);
      PlacedIndex.awaitGreen(first);
      SearchCleanup.assertComplete(cluster.nodes());
    }
    long queries = requireNonNull(first.figures().hedging().events().get("queries"));
    long copies = requireNonNull(first.figures().hedging().events().get("copies"));
    assertThat(copies).isPositive().isLessThanOrEqualTo((long) (0.3 * queries));
  }

  private static void cutOffWhileSearching(String name) throws Exception {
    TestNode other = cluster.nodes().get(name.equals("n0") ? 1 : 0);
    var over = new AtomicBoolean();
    var running = new AtomicInteger();
    var searching = new ArrayList<Future<Integer>>();
    try (var threads = Executors.newFixedThreadPool(NODES * SEARCHERS)) {
      for (TestNode node : cluster.nodes()) {
        for (int i = 0; i < SEARCHERS; i++) {
          searching.add(threads.submit(searcher(node, over, running)));
        }
      }
      try {
        TimeUnit.MILLISECONDS.sleep(500);
        PartitionPlugin.cutOff(name);
        Eventually.is(name + " is gone", () -> nodesSeen(other) == NODES - 1);
        assertThat(PartitionPlugin.late()).isPositive();
        TimeUnit.SECONDS.sleep(2);
      } finally {
        PartitionPlugin.heal();
        over.set(true);
      }
      Eventually.is("all searches have ended", () -> running.get() == 0);
      for (Future<Integer> one : searching) {
        assertThat(one.get()).as("whole answers, %s cut off", name).isPositive();
      }
    }
    for (TestNode node : cluster.nodes()) {
      Eventually.is("all are back", () -> nodesSeen(node) == NODES);
    }
  }
}
