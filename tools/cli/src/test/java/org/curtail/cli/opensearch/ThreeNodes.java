package org.curtail.cli.opensearch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A cluster of three nodes, each in a process of its own, with an index of words on all. */
final class ThreeNodes implements AutoCloseable {
  static final int NODES = 3;
  static final int DOCUMENTS = 500;

  /** Query that finds all documents. */
  static final String SEARCH = "words/_search?q=text:words";

  private final List<Distribution> distributions;
  private final List<LocalNode> nodes = new ArrayList<>();
  private final List<ClusterClient> clients = new ArrayList<>();

  private ThreeNodes(List<Distribution> distributions) {
    this.distributions = distributions;
  }

  /**
   * Starts them and fills the index.
   *
   * @param distributions one for each, so that each can have another plugin
   * @param more additional lines of each one's {@code opensearch.yml}
   */
  static ThreeNodes start(List<Distribution> distributions, Map<String, String> more)
      throws IOException, InterruptedException {
    var cluster = new ThreeNodes(distributions);
    try {
      cluster.begin(more);
      return cluster;
    } catch (IOException | InterruptedException | RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  private void begin(Map<String, String> more) throws IOException, InterruptedException {
    List<NodePlace> places = NodePlace.free(NODES);
    for (int i = 0; i < NODES; i++) {
      var node = new LocalNode(distributions.get(i), places.get(i), places, "");
      nodes.add(node);
      clients.add(new ClusterClient(places.get(i).address()));
      node.configure(more);
      node.start();
    }
    awaitAll();
    fill();
  }

  private void fill() throws IOException, InterruptedException {
    client(0)
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
    client(0).post("words/_bulk?refresh=true", bulk.toString()).ok("documents");
    awaitGreen();
  }

  LocalNode node(int number) {
    return nodes.get(number);
  }

  ClusterClient client(int number) {
    return clients.get(number);
  }

  Distribution distribution(int number) {
    return distributions.get(number);
  }

  /** Waits until each knows all three. */
  void awaitAll() throws IOException, InterruptedException {
    for (LocalNode node : nodes) {
      node.awaitCluster(NODES, () -> {});
    }
  }

  /** Waits until all copies are there. */
  void awaitGreen() throws InterruptedException {
    while (!client(0).get("_cluster/health").body().path("status").asText().equals("green")) {
      Thread.sleep(100);
    }
  }

  static void install(Distribution distribution, Path zip) throws Exception {
    Distribution.Ended installed = distribution.install(zip);
    assertThat(installed.exitCode()).as(installed.output()).isZero();
  }

  @Override
  public void close() throws IOException {
    clients.forEach(ClusterClient::close);
    nodes.forEach(LocalNode::close);
    for (Distribution one : distributions) {
      one.close();
    }
  }
}
