package org.curtail.opensearch;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.curtail.opensearch.stats.NodeFigures;
import org.curtail.opensearch.stats.StatsAction;
import org.curtail.opensearch.stats.StatsRequest;
import org.jspecify.annotations.Nullable;
import org.opensearch.Version;
import org.opensearch.action.search.SearchShardTask;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.env.Environment;
import org.opensearch.http.HttpServerTransport;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.node.NodeValidationException;
import org.opensearch.plugins.PluginInfo;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.Netty4ModulePlugin;
import org.opensearch.transport.TransportService;
import org.opensearch.transport.client.Client;

/** A real node in this process, with the plugin, without contact to others. */
final class TestNode {
  /** A plugin that the node loads before curtail: its sender is inside curtail's. */
  interface BeforeCurtail {}

  private final Node node;

  private TestNode(Node node) {
    this.node = node;
  }

  /** The node of this process; it takes seconds to start. */
  private static final class Shared {
    private static final TestNode NODE = start();

    private static TestNode start() {
      try {
        Path home = Files.createTempDirectory("curtail-opensearch-test");
        TestNode node = TestNode.start(home, Settings.EMPTY);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> node.close(home)));
        for (int shards : WordsIndex.SHARDS) {
          WordsIndex.create(node.client(), shards);
        }
        return node;
      } catch (IOException | NodeValidationException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** The node shared by all tests, with indexes of words. */
  static TestNode shared() {
    return Shared.NODE;
  }

  /**
   * Starts a node.
   *
   * @param more settings
   * @param plugins plugins beside those of all tests
   */
  static TestNode start(Path home, Settings more, Class<?>... plugins)
      throws NodeValidationException {
    Settings settings =
        Settings.builder()
            .put("path.home", home)
            .put("node.name", "n0")
            .put("cluster.name", "curtail-test")
            .put("discovery.type", "single-node")
            .put("network.host", "127.0.0.1")
            .put("http.port", 0)
            .put("transport.port", 0)
            .put("transport.type", "netty4")
            .put("http.type", "netty4")
            .put("node.processors", 3)
            .put("cluster.routing.allocation.disk.threshold_enabled", false)
            .put("thread_pool.estimated_time_interval", "10ms")
            .put("search.concurrent_segment_search.mode", "all")
            .put(more)
            .build();
    Node node =
        new NodeWithPlugins(
            InternalSettingsPreparer.prepareEnvironment(
                settings, Map.of(), home.resolve("config"), () -> "n0"),
            plugins);
    node.start();
    return new TestNode(node);
  }

  Client client() {
    return node.client();
  }

  ThreadPool threadPool() {
    return instance(ThreadPool.class);
  }

  ThreadContext threadContext() {
    return threadPool().getThreadContext();
  }

  <T> T instance(Class<T> type) {
    return node.injector().getInstance(type);
  }

  /** HTTP address, as {@code http://127.0.0.1:PORT}. */
  URI address() {
    var bound = instance(HttpServerTransport.class).boundAddress();
    return URI.create("http://127.0.0.1:" + bound.publishAddress().getPort());
  }

  void set(String setting, String value) {
    client()
        .admin()
        .cluster()
        .prepareUpdateSettings()
        .setTransientSettings(Settings.builder().put(setting, value))
        .get();
  }

  /**
   * Sets a setting of an index.
   *
   * @param value null for the default
   */
  void setIndex(String index, String setting, @Nullable String value) {
    client()
        .admin()
        .indices()
        .prepareUpdateSettings(index)
        .setSettings(Settings.builder().put(setting, value))
        .get();
  }

  /** The node's figures. */
  NodeFigures figures() {
    String id = instance(ClusterService.class).localNode().getId();
    return client()
        .execute(StatsAction.INSTANCE, new StatsRequest(id))
        .actionGet()
        .getNodes()
        .getFirst()
        .figures();
  }

  /** True if a current shard query has been cancelled. */
  boolean isAShardQueryCancelled() {
    return instance(TransportService.class).getTaskManager().getTasks().values().stream()
        .anyMatch(task -> task instanceof SearchShardTask shard && shard.isCancelled());
  }

  /** Stops the node; a node started in the same folder has its data. */
  void stop() throws IOException {
    node.close();
  }

  void close(Path home) {
    try {
      stop();
      try (Stream<Path> files = Files.walk(home)) {
        files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final class NodeWithPlugins extends Node {
    private NodeWithPlugins(Environment environment, Class<?>... more) {
      super(
          environment,
          Stream.of(
                  Stream.of(more).filter(BeforeCurtail.class::isAssignableFrom),
                  Stream.of(
                      Netty4ModulePlugin.class,
                      CurtailPlugin.class,
                      SlowWordsPlugin.class,
                      VectorsPlugin.class),
                  Stream.of(more).filter(type -> !BeforeCurtail.class.isAssignableFrom(type)))
              .flatMap(types -> types)
              .map(NodeWithPlugins::plugin)
              .toList(),
          true);
    }

    private static PluginInfo plugin(Class<?> type) {
      return new PluginInfo(
          type.getName(),
          "in the class path",
          "none",
          Version.CURRENT,
          "21",
          type.getName(),
          null,
          List.of(),
          false);
    }
  }
}
