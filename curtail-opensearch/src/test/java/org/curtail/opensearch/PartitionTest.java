package org.curtail.opensearch;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.curtail.Eventually;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.opensearch.OpenSearchException;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.common.settings.Settings;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.builder.SearchSourceBuilder;

/**
 * One of three nodes loses sight of the others while searches run, and comes back: each search has
 * its end, those that end whole are right, and nothing is left behind.
 */
@Tag("long")
@Timeout(1_200)
@EnabledIfSystemProperty(named = "curtail.long", matches = "true", disabledReason = "needs -Dlong")
class PartitionTest {
  private static final int SEARCHERS = 6;
  private static final int PARTITIONS = 5;

  private static TestCluster cluster;
  private static String index = "";

  @BeforeAll
  static void start() throws Exception {
    cluster =
        TestCluster.start(
            3,
            Settings.builder()
                .put("cluster.fault_detection.follower_check.interval", "200ms")
                .put("cluster.fault_detection.follower_check.timeout", "1s")
                .put("cluster.fault_detection.follower_check.retry_count", 1)
                .put("cluster.fault_detection.leader_check.interval", "200ms")
                .put("cluster.fault_detection.leader_check.timeout", "1s")
                .put("cluster.fault_detection.leader_check.retry_count", 1)
                // OpenSearch keeps the contexts of a coordinator that is gone for so long.
                .put("search.default_keep_alive", "5s")
                .put("search.keep_alive_interval", "1s")
                .build());
    index = WordsIndex.name(3);
    WordsIndex.create(cluster.first().client(), index, 3, 2, false);
    awaitGreen();
  }

  private static void awaitGreen() {
    for (TestNode node : cluster.nodes()) {
      assertThat(
              node.client()
                  .admin()
                  .cluster()
                  .prepareHealth()
                  .setWaitForNodes("3")
                  .setWaitForGreenStatus()
                  .setTimeout("120s")
                  .get()
                  .isTimedOut())
          .isFalse();
    }
  }

  @AfterAll
  static void stop() throws IOException {
    cluster.close();
  }

  private static SearchResponse search(TestNode node) {
    var source = new SearchSourceBuilder().query(QueryBuilders.matchQuery("text", "w3 w5"));
    return node.client()
        .search(new SearchRequest(index).source(source.trackTotalHits(true)))
        .actionGet();
  }

  private static long hits(SearchResponse response) {
    return requireNonNull(response.getHits().getTotalHits()).value();
  }

  @Test
  void everySearchHasItsEndAndNothingIsLeftBehind() throws Exception {
    long expected = hits(search(cluster.first()));
    var over = new AtomicBoolean();
    try (var threads = Executors.newFixedThreadPool(SEARCHERS)) {
      var searchers = new ArrayList<Future<Integer>>();
      for (int i = 0; i < SEARCHERS; i++) {
        TestNode asked = cluster.nodes().get(i % cluster.nodes().size());
        searchers.add(threads.submit(searcher(asked, expected, over)));
      }
      try {
        for (int i = 0; i < PARTITIONS; i++) {
          TestNode alone = cluster.nodes().get(i % cluster.nodes().size());
          Thread.sleep(2_000);
          cluster.nodes().stream().filter(node -> node != alone).forEach(alone::losesSightOf);
          Thread.sleep(6_000);
          cluster.nodes().forEach(TestNode::heal);
          awaitGreen();
        }
      } finally {
        over.set(true);
      }
      for (Future<Integer> searcher : searchers) {
        assertThat(searcher.get(120, TimeUnit.SECONDS)).isPositive();
      }
    }
    LeftBehind.isNothing(cluster.nodes());
    for (TestNode node : cluster.nodes()) {
      Eventually.is("all is right again", () -> hits(search(node)) == expected);
    }
  }

  private static Callable<Integer> searcher(TestNode asked, long expected, AtomicBoolean over) {
    return () -> {
      int whole = 0;
      while (!over.get()) {
        try {
          SearchResponse response = search(asked);
          if (response.getFailedShards() == 0) {
            assertThat(hits(response)).isEqualTo(expected);
            whole++;
          }
        } catch (OpenSearchException e) {
          // A node without the others cannot answer everything.
        }
      }
      return whole;
    };
  }
}
