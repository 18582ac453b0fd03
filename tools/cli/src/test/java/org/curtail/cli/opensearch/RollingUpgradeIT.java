package org.curtail.cli.opensearch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three nodes, restarted one after the other with another version of the plugin, during searches:
 * each has its complete answer, except for those that lose their node between query and fetch.
 */
@Timeout(1_200)
@EnabledIfSystemProperty(
    named = "curtail.plugin.zip",
    matches = ".+",
    disabledReason = "needs -Popensearch-distribution")
class RollingUpgradeIT {
  private static final int NODES = ThreeNodes.NODES;
  private static final String OLDER = "0.0.9";

  private static ThreeNodes cluster;

  /** The number of the node that gets no requests; guarded by this. */
  private int restarts = -1;

  private int restarted;
  private int lost;
  private volatile boolean isOver;

  @BeforeAll
  static void start() throws Exception {
    var distributions = new ArrayList<Distribution>();
    for (int i = 0; i < NODES; i++) {
      distributions.add(PluginZip.distribution());
    }
    cluster = ThreeNodes.start(distributions, Map.of());
  }

  @AfterAll
  static void stop() throws IOException {
    cluster.close();
  }

  private interface Change {
    void of(Distribution distribution) throws Exception;
  }

  private void restart(int node, Change change) throws Exception {
    restarts(node);
    restarted++;
    cluster.node(node).close();
    change.of(cluster.distribution(node));
    cluster.node(node).start();
    cluster.awaitAll();
    restarts(-1);
    cluster.awaitGreen();
  }

  /** Waits until a running search has its answer. */
  private synchronized void restarts(int node) {
    restarts = node;
  }

  private static void remove(Distribution distribution) throws Exception {
    Distribution.Ended removed = distribution.run("bin/opensearch-plugin", "remove", "curtail");
    assertThat(removed.exitCode()).as(removed.output()).isZero();
  }

  /** Asks all nodes in turn except the restarting one; returns the number of answers. */
  private int searchUntilOver() throws InterruptedException {
    int answers = 0;
    for (int i = 0; !isOver; i = (i + 1) % NODES) {
      answers += search(i);
      Thread.sleep(5);
    }
    return answers;
  }

  private synchronized int search(int node) throws InterruptedException {
    if (node == restarts) {
      return 0;
    }
    ClusterClient.Answer answer = cluster.client(node).get(ThreeNodes.SEARCH);
    JsonNode found = answer.body();
    if (hasLostItsNode(answer)) {
      lost++;
      return 0;
    }
    assertThat(answer.status()).as("asked node %d: %s", node, found).isEqualTo(200);
    assertThat(found.at("/_shards/failed").asInt()).as("%s", found).isZero();
    assertThat(found.at("/hits/total/value").asInt()).isEqualTo(ThreeNodes.DOCUMENTS);
    return 1;
  }

  /**
   * True if a node left between its query and its fetch. OpenSearch, with or without the plugin,
   * does not ask another copy then. Its answer is an error, or counts all documents and lacks the
   * hits of that node.
   */
  private static boolean hasLostItsNode(ClusterClient.Answer answer) {
    JsonNode body = answer.body();
    JsonNode error = body.path("error");
    boolean isError =
        answer.status() == 500
            && error.path("phase").asText().equals("fetch")
            && isOfNode(error.path("caused_by"));
    boolean isPartial =
        body.at("/hits/total/value").asInt() == ThreeNodes.DOCUMENTS
            && body.at("/_shards/failed").asInt() == 1
            && isOfNode(body.at("/_shards/failures/0/reason"));
    return isError || isPartial;
  }

  private static boolean isOfNode(JsonNode cause) {
    return Set.of("node_not_connected_exception", "node_disconnected_exception")
        .contains(cause.path("type").asText());
  }

  private static Set<String> versions() throws InterruptedException {
    return new TreeSet<>(
        cluster
            .client(0)
            .get("_cat/plugins?format=json&h=version")
            .ok("plugins")
            .findValuesAsText("version"));
  }

  /** Sets it to null before the plugin is removed, as the documentation requires. */
  private static void hedge(@Nullable String value) throws InterruptedException {
    ObjectNode settings = ClusterClient.JSON.createObjectNode();
    settings
        .putObject("persistent")
        .put("curtail.hedge.enabled", value)
        .put("curtail.hedge.budget", value == null ? null : "1");
    cluster.client(0).put("_cluster/settings", settings).ok("hedging");
  }

  /** Number of nodes that report statistics. */
  private static int nodesInStatistics() throws InterruptedException {
    JsonNode stats = cluster.client(1).get("_plugins/_curtail/stats").ok("statistics");
    return stats.path("nodes").size();
  }

  @Test
  void everySearchIsAnsweredWhileThePluginComesIsReplacedAndGoes(@TempDir Path folder)
      throws Exception {
    Path older = PluginZip.saying("version", OLDER, folder);
    try (var threads = Executors.newFixedThreadPool(1)) {
      Future<Integer> searcher = threads.submit(this::searchUntilOver);
      try {
        for (int node = 0; node < NODES; node++) {
          restart(node, distribution -> ThreeNodes.install(distribution, older));
        }
        assertThat(versions()).containsExactly(OLDER);
        assertThat(nodesInStatistics()).isEqualTo(NODES);
        hedge("true");
        for (int node = 0; node < NODES; node++) {
          restart(
              node,
              distribution -> {
                remove(distribution);
                ThreeNodes.install(distribution, PluginZip.built());
              });
          assertThat(versions()).hasSize(node < NODES - 1 ? 2 : 1);
          assertThat(nodesInStatistics()).isEqualTo(NODES);
        }
        assertThat(versions()).doesNotContain(OLDER);
        hedge(null);
        for (int node = 0; node < NODES; node++) {
          restart(node, RollingUpgradeIT::remove);
        }
        assertThat(versions()).isEmpty();
      } finally {
        isOver = true;
      }
      assertThat(searcher.get()).isPositive();
      // One search runs at a time.
      assertThat(lost).isLessThanOrEqualTo(restarted);
    }
  }
}
