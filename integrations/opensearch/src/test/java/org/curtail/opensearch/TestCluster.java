package org.curtail.opensearch;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.opensearch.common.settings.Settings;
import org.opensearch.node.NodeValidationException;

/** Several connected nodes in this process, each with the plugin. */
final class TestCluster implements AutoCloseable {
  private final Path home;
  private final List<TestNode> nodes = new ArrayList<>();
  private final List<Settings> settings = new ArrayList<>();
  private final Class<?>[] plugins;

  private TestCluster(Path home, Class<?>... plugins) {
    this.home = home;
    this.plugins = plugins;
  }

  /** Starts all nodes at once, since none serves before the others exist. */
  static TestCluster start(int count) throws IOException, InterruptedException, ExecutionException {
    return start(count, Settings.EMPTY);
  }

  /**
   * Starts nodes with more settings for each, and plugins beside those of all tests.
   *
   * @throws ExecutionException if a node does not start
   */
  static TestCluster start(int count, Settings more, Class<?>... plugins)
      throws IOException, InterruptedException, ExecutionException {
    var cluster = new TestCluster(Files.createTempDirectory("curtail-opensearch-cluster"), plugins);
    List<Integer> ports = freePorts(count);
    List<String> names = IntStream.range(0, count).mapToObj(i -> "n" + i).toList();
    var starting = new ArrayList<Future<TestNode>>();
    try (var threads = Executors.newFixedThreadPool(count)) {
      for (int i = 0; i < count; i++) {
        cluster.settings.add(
            Settings.builder()
                .put(more)
                .put("node.name", names.get(i))
                .put("discovery.type", "zen")
                .putList("discovery.seed_hosts", ports.stream().map(p -> "127.0.0.1:" + p).toList())
                .putList("cluster.initial_cluster_manager_nodes", names)
                .put("transport.port", ports.get(i))
                .build());
        int number = i;
        starting.add(threads.submit(() -> cluster.startNode(number)));
      }
    }
    for (Future<TestNode> one : starting) {
      cluster.nodes.add(one.get());
    }
    return cluster;
  }

  private TestNode startNode(int number) throws NodeValidationException {
    return TestNode.start(folder(number), settings.get(number), plugins);
  }

  private Path folder(int number) {
    return home.resolve("n" + number);
  }

  /** Stops a node, which loses its data. Does nothing if it is stopped. */
  void stop(int number) {
    if (Files.exists(folder(number))) {
      nodes.get(number).close(folder(number));
    }
  }

  /** Holds all ports open until all are found, so that none is found twice. */
  private static List<Integer> freePorts(int count) throws IOException {
    var held = new ArrayList<ServerSocket>();
    try {
      for (int i = 0; i < count; i++) {
        held.add(new ServerSocket(0));
      }
      return held.stream().map(ServerSocket::getLocalPort).toList();
    } finally {
      for (ServerSocket one : held) {
        one.close();
      }
    }
  }

  List<TestNode> nodes() {
    return nodes;
  }

  TestNode first() {
    return nodes.getFirst();
  }

  @Override
  public void close() throws IOException {
    for (int i = 0; i < nodes.size(); i++) {
      stop(i);
    }
    Files.deleteIfExists(home);
  }
}
