package org.curtail.app.opensearch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three nodes, restarted one after the other with another version of the plugin, while searches go
 * on: each has its whole answer.
 */
@Timeout(1_200)
@EnabledIfSystemProperty(
    named = "curtail.plugin.zip",
    matches = ".+",
    disabledReason = "needs -Popensearch-distribution")
class RollingUpgradeIT {
  private static final int NODES = 3;
  private static final int DOCUMENTS = 500;
  private static final String OLDER = "0.0.9";

  private static final List<Distribution> distributions = new ArrayList<>();
  private static final List<LocalNode> nodes = new ArrayList<>();
  private static final List<ClusterClient> clients = new ArrayList<>();

  /** The number of the node that is not asked; guarded by this. */
  private int restarts = -1;

  private volatile boolean isOver;

  @BeforeAll
  static void start() throws Exception {
    List<NodePlace> places = NodePlace.free(NODES);
    for (NodePlace place : places) {
      Distribution own = PluginZip.distribution();
      distributions.add(own);
      nodes.add(new LocalNode(own, place, places));
      clients.add(new ClusterClient(place.address()));
    }
    for (LocalNode node : nodes) {
      node.start();
    }
    awaitAll();
    clients
        .getFirst()
        .put(
            "words",
            ClusterClient.JSON.readTree(
                """
                {"settings": {"number_of_shards": 2, "number_of_replicas": 2, "requests.cache.enable": false}}
                """))
        .ok("the index");
    var bulk = new StringBuilder();
    for (int i = 0; i < DOCUMENTS; i++) {
      bulk.append("{\"index\":{}}\n{\"text\":\"some words ").append(i).append("\"}\n");
    }
    clients.getFirst().post("words/_bulk?refresh=true", bulk.toString()).ok("documents");
    awaitGreen();
  }

  @AfterAll
  static void stop() throws IOException {
    clients.forEach(ClusterClient::close);
    nodes.forEach(LocalNode::close);
    for (Distribution one : distributions) {
      one.close();
    }
  }

  private static void awaitAll() throws IOException, InterruptedException {
    for (LocalNode node : nodes) {
      node.awaitCluster(NODES, () -> {});
    }
  }

  private static void awaitGreen() throws InterruptedException {
    while (!clients
        .getFirst()
        .get("_cluster/health")
        .body()
        .path("status")
        .asText()
        .equals("green")) {
      Thread.sleep(100);
    }
  }

  private interface Change {
    void of(Distribution distribution) throws Exception;
  }

  private void restart(int node, Change change) throws Exception {
    restarts(node);
    nodes.get(node).close();
    change.of(distributions.get(node));
    nodes.get(node).start();
    awaitAll();
    restarts(-1);
    awaitGreen();
  }

  /** Waits until a search that is on its way has its answer. */
  private synchronized void restarts(int node) {
    restarts = node;
  }

  private static void install(Distribution distribution, Path zip) throws Exception {
    Distribution.Ended installed = distribution.install(zip);
    assertThat(installed.exitCode()).as(installed.output()).isZero();
  }

  private static void remove(Distribution distribution) throws Exception {
    Distribution.Ended removed = distribution.run("bin/opensearch-plugin", "remove", "curtail");
    assertThat(removed.exitCode()).as(removed.output()).isZero();
  }

  /** Asks all nodes in turn but the one that restarts; returns how many answers there were. */
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
    JsonNode found = clients.get(node).get("words/_search?q=text:words").ok("search");
    assertThat(found.at("/_shards/failed").asInt()).as("%s", found).isZero();
    assertThat(found.at("/hits/total/value").asInt()).isEqualTo(DOCUMENTS);
    return 1;
  }

  private static Set<String> versions() throws InterruptedException {
    return new TreeSet<>(
        clients
            .getFirst()
            .get("_cat/plugins?format=json&h=version")
            .ok("plugins")
            .findValuesAsText("version"));
  }

  /** Those that say what they did. */
  private static int nodesInStatistics() throws InterruptedException {
    JsonNode stats = clients.get(1).get("_plugins/_curtail/stats").ok("statistics");
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
          restart(node, distribution -> install(distribution, older));
        }
        assertThat(versions()).containsExactly(OLDER);
        assertThat(nodesInStatistics()).isEqualTo(NODES);
        for (int node = 0; node < NODES; node++) {
          restart(
              node,
              distribution -> {
                remove(distribution);
                install(distribution, PluginZip.built());
              });
          assertThat(versions()).hasSize(node < NODES - 1 ? 2 : 1);
          assertThat(nodesInStatistics()).isEqualTo(NODES);
        }
        assertThat(versions()).doesNotContain(OLDER);
        for (int node = 0; node < NODES; node++) {
          restart(node, RollingUpgradeIT::remove);
        }
        assertThat(versions()).isEmpty();
      } finally {
        isOver = true;
      }
      assertThat(searcher.get()).isPositive();
    }
  }
}
