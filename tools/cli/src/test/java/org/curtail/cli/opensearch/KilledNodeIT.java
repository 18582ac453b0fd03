package org.curtail.cli.opensearch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.http.HttpTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Three nodes with hedged queries; one is killed during searches: each search ends, right or with
 * failed shards, and no part of it stays on the other nodes.
 */
@Timeout(900)
@EnabledIfSystemProperty(
    named = "curtail.plugin.zip",
    matches = ".+",
    disabledReason = "needs -Popensearch-distribution")
class KilledNodeIT {
  private static final int SEARCHERS = 2;
  private static final String SEARCH =
      """
      {"query": {"match": {"text": "words"}}, "track_total_hits": true}\
      """;

  /** A search that is answered later than this hangs. */
  private static final long MOST_SECONDS = 60;

  private static ThreeNodes cluster;

  @BeforeAll
  static void start() throws Exception {
    var distributions = new ArrayList<Distribution>();
    for (int i = 0; i < ThreeNodes.NODES; i++) {
      distributions.add(PluginZip.distribution());
      ThreeNodes.install(distributions.get(i), PluginZip.built());
    }
    // The killed node may be the one that sent the query: then contexts stay for this time, as
    // they do without the plugin.
    cluster =
        ThreeNodes.start(
            distributions,
            Map.of("search.default_keep_alive", "10s", "search.keep_alive_interval", "1s"));
    cluster
        .client(0)
        .put(
            "_cluster/settings",
            ClusterClient.JSON.readTree(
                """
                {"persistent": {"curtail.hedge.enabled": true, "curtail.hedge.percentile": 90}}
                """))
        .ok("hedging");
  }

  @AfterAll
  static void stop() throws IOException {
    cluster.close();
  }

  /** Counts complete answers. A killed node gives none. */
  private static Callable<Integer> searcher(int node, AtomicBoolean over) {
    return () -> {
      int whole = 0;
      while (!over.get()) {
        Thread.sleep(10); // Else two cores have no time for the node that starts again.
        CompletableFuture<byte[]> search = cluster.client(node).search("words/_search", SEARCH);
        try {
          byte[] body = search.get(MOST_SECONDS, TimeUnit.SECONDS);
          JsonNode answer = ClusterClient.JSON.readTree(body);
          if (answer.at("/_shards/failed").asInt() == 0) {
            assertThat(answer.at("/hits/total/value").asInt())
                .as("%s", answer)
                .isEqualTo(ThreeNodes.DOCUMENTS);
            whole++;
          }
        } catch (ExecutionException e) {
          // No server listens there, or no shard answered; but no search waits for ever.
          assertThat(e.getCause()).isNotInstanceOf(HttpTimeoutException.class);
          Thread.sleep(20);
        }
      }
      return whole;
    };
  }

  @Test
  void whoeverIsKilledEverySearchEndsAndNothingIsLeft() throws Exception {
    for (int killed : new int[] {2, 1, 2}) {
      var over = new AtomicBoolean();
      var searching = new ArrayList<Future<Integer>>();
      try (var threads = Executors.newFixedThreadPool(ThreeNodes.NODES * SEARCHERS)) {
        for (int i = 0; i < ThreeNodes.NODES * SEARCHERS; i++) {
          searching.add(threads.submit(searcher(i % ThreeNodes.NODES, over)));
        }
        try {
          TimeUnit.SECONDS.sleep(5);
          cluster.node(killed).kill();
          cluster.node(0).awaitCluster(ThreeNodes.NODES - 1, () -> {});
          TimeUnit.SECONDS.sleep(5);
          cluster.node(killed).close();
          cluster.node(killed).start();
          cluster.awaitAll();
        } finally {
          over.set(true);
        }
        for (Future<Integer> one : searching) {
          assertThat(one.get()).as("whole answers, node %d killed", killed).isPositive();
        }
      }
      cluster.awaitGreen();
      nothingIsLeft();
    }
    assertThat(mostCopiesOfANode()).as("copies that were sent meanwhile").isPositive();
  }

  private static long mostCopiesOfANode() throws InterruptedException {
    JsonNode stats =
        cluster
            .client(0)
            .get("_plugins/_curtail/stats?filter_path=nodes.*.hedging.copies")
            .ok("statistics");
    long most = 0;
    for (JsonNode copies : stats.findValues("copies")) {
      most = Math.max(most, copies.asLong());
    }
    return most;
  }

  private static void nothingIsLeft() throws InterruptedException {
    ClusterClient client = cluster.client(0);
    List<String> left = List.of("something");
    for (int i = 0; i < 600 && !left.isEmpty(); i++) {
      Thread.sleep(100);
      JsonNode contexts =
          client.get("_nodes/stats/indices/search?filter_path=**.open_contexts").ok("contexts");
      JsonNode tasks =
          client.get("_tasks?actions=indices:data/read/search*&filter_path=**.action").ok("tasks");
      JsonNode stats = client.get("_plugins/_curtail/stats").ok("statistics");
      left = new ArrayList<>(tasks.findValuesAsText("action"));
      for (JsonNode open : contexts.findValues("open_contexts")) {
        left.addAll(open.asInt() == 0 ? List.of() : List.of("contexts: " + open));
      }
      for (String name : List.of("waiting", "running")) {
        for (JsonNode count : stats.findValues(name)) {
          left.addAll(count.asLong() == 0 ? List.of() : List.of(name + ": " + count));
        }
      }
    }
    assertThat(left).isEmpty();
  }
}
