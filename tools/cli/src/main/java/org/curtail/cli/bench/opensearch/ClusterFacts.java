package org.curtail.cli.bench.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.cli.opensearch.ClusterClient;

/**
 * Facts about a cluster.
 *
 * @param version of OpenSearch
 * @param nodes number of nodes
 * @param processors of all nodes
 * @param besides true if all nodes run on this machine
 * @param modes ways in which searches reach the plugin's engine, with their nodes; empty if the
 *     plugin is not needed
 */
record ClusterFacts(
    String version, int nodes, int processors, boolean besides, Map<String, List<String>> modes) {
  private static final String EXPECTED = "3.";

  private static final String OFF = "off";

  /** Settings that an index may have itself; they override those of the cluster. */
  private static final List<String> OWN =
      List.of(
          "index.search.concurrent_segment_search.mode",
          "index.search.concurrent_segment_search.enabled");

  ClusterFacts {
    if (nodes < 1 || processors < 1) {
      throw new IllegalArgumentException(
          "nodes %d and processors %d must be at least 1".formatted(nodes, processors));
    }
  }

  /**
   * Reads the facts, and checks that the cluster can be measured.
   *
   * @param plugin true if the plugin is needed
   * @throws UsageError with the reason if measuring is impossible
   */
  static ClusterFacts read(ClusterClient client, String index, boolean plugin)
      throws InterruptedException {
    String version = version(client);
    JsonNode nodes = client.get("_nodes/os,plugins").ok("_nodes").path("nodes");
    int processors = 0;
    boolean besides = isLoopback(client.host());
    var without = new ArrayList<String>();
    for (JsonNode node : nodes) {
      processors += node.path("os").path("allocated_processors").asInt(1);
      besides &= isLoopback(node.path("ip").asText());
      if (!hasPlugin(node)) {
        without.add(node.path("name").asText("?"));
      }
    }
    if (nodes.isEmpty()) {
      throw new UsageError("%s: the cluster reports no node".formatted(client));
    }
    if (plugin && !without.isEmpty()) {
      throw new UsageError(
          "%s: the plugin curtail is not installed on %s; install it, or compare --policies stock-none,stock-all,stock-auto"
              .formatted(client, String.join(", ", without)));
    }
    checkIndex(client, index);
    return new ClusterFacts(
        version, nodes.size(), processors, besides, plugin ? modes(client) : Map.of());
  }

  private static Map<String, List<String>> modes(ClusterClient client) throws InterruptedException {
    var modes = new TreeMap<String, List<String>>();
    for (JsonNode node :
        client.get("_plugins/_curtail/stats").ok("the plugin's statistics").path("nodes")) {
      modes
          .computeIfAbsent(node.path("mode").asText("unknown"), _ -> new ArrayList<>())
          .add(node.path("name").asText("?"));
    }
    List<String> off = modes.get(OFF);
    if (off != null) {
      throw new UsageError(
          "%s: expected curtail.mode auto, searcher or executor, found %s on %s, where the plugin gets no search; change opensearch.yml and start the node again, or compare --policies stock-none,stock-all,stock-auto"
              .formatted(client, OFF, String.join(", ", off)));
    }
    return modes;
  }

  private static String version(ClusterClient client) throws InterruptedException {
    JsonNode version = client.get("").ok("the address").path("version");
    String number = version.path("number").asText("no version");
    if (!version.path("distribution").asText().equals("opensearch")) {
      throw new UsageError(
          "%s: expected OpenSearch, found another server (version %s)".formatted(client, number));
    }
    if (!number.startsWith(EXPECTED)) {
      throw new UsageError("%s: expected OpenSearch 3, found %s".formatted(client, number));
    }
    return number;
  }

  private static boolean hasPlugin(JsonNode node) {
    for (JsonNode plugin : node.path("plugins")) {
      if (plugin.path("name").asText().equals("curtail")) {
        return true;
      }
    }
    return false;
  }

  private static void checkIndex(ClusterClient client, String index) throws InterruptedException {
    ClusterClient.Answer answer = client.get(index + "/_settings?flat_settings=true");
    if (answer.status() == 404 || (answer.status() == 200 && answer.body().isEmpty())) {
      throw new UsageError("--index: the cluster at %s has no index '%s'".formatted(client, index));
    }
    for (var one : answer.ok("the index " + index).properties()) {
      for (String setting : OWN) {
        JsonNode own = one.getValue().path("settings").get(setting);
        if (own != null) {
          throw new UsageError(
              "--index: %s has its own %s: %s, which overrides that of the cluster; set it to null first"
                  .formatted(one.getKey(), setting, own.asText()));
        }
      }
    }
  }

  /**
   * The present number of threads of each node's pool for searches.
   *
   * @throws UsageError if nodes differ
   */
  static int searchThreads(ClusterClient client) throws InterruptedException {
    JsonNode own =
        client
            .get("_cluster/settings?flat_settings=true")
            .ok("_cluster/settings")
            .findValue(ClusterContender.POOL);
    if (own != null) {
      return own.asInt();
    }
    List<Integer> sizes =
        client
            .get("_nodes/thread_pool")
            .ok("_nodes")
            .path("nodes")
            .valueStream()
            .map(node -> node.path("thread_pool").path("search").path("size").asInt())
            .distinct()
            .toList();
    if (sizes.size() != 1) {
      throw new UsageError(
          "%s: expected one size of the pool search on all nodes, found %s"
              .formatted(client, sizes));
    }
    return sizes.getFirst();
  }

  /**
   * CPU time of all nodes since their start.
   *
   * @throws UsageError if the cluster does not report it
   */
  static double cpuMillis(ClusterClient client) throws InterruptedException {
    double sum = 0;
    for (JsonNode node : client.get("_nodes/stats/process").ok("_nodes/stats").path("nodes")) {
      sum += node.path("process").path("cpu").path("total_in_millis").asDouble();
    }
    return sum;
  }

  private static boolean isLoopback(String host) {
    return host.equals("localhost") || host.startsWith("127.") || host.contains("::1");
  }
}
