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

/** Several nodes in this process, each with the plugin, which know each other. */
final class TestCluster implements AutoCloseable {
  private final Path home;
  private final List<TestNode> nodes;

  private TestCluster(Path home, List<TestNode> nodes) {
    this.home = home;
    this.nodes = nodes;
  }

  /** Starts all at once, since none serves before the others are there. */
  static TestCluster start(int count) throws IOException, InterruptedException, ExecutionException {
    Path home = Files.createTempDirectory("curtail-opensearch-cluster");
    List<Integer> ports = freePorts(count);
    List<String> names = IntStream.range(0, count).mapToObj(i -> "n" + i).toList();
    var starting = new ArrayList<Future<TestNode>>();
    try (var threads = Executors.newFixedThreadPool(count)) {
      for (int i = 0; i < count; i++) {
        Settings own =
            Settings.builder()
                .put("node.name", names.get(i))
                .put("discovery.type", "zen")
                .putList("discovery.seed_hosts", ports.stream().map(p -> "127.0.0.1:" + p).toList())
                .putList("cluster.initial_cluster_manager_nodes", names)
                .put("transport.port", ports.get(i))
                .build();
        Path folder = home.resolve(names.get(i));
        starting.add(threads.submit(() -> TestNode.start(folder, own)));
      }
    }
    var nodes = new ArrayList<TestNode>();
    for (Future<TestNode> one : starting) {
      nodes.add(one.get());
    }
    return new TestCluster(home, nodes);
  }

  /** All are held open until all are found, so that none is found twice. */
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
      nodes.get(i).close(home.resolve("n" + i));
    }
    Files.deleteIfExists(home);
  }
}
