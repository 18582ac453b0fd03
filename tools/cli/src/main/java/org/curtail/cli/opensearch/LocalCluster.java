package org.curtail.cli.opensearch;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.curtail.benchkit.terminal.Console;
import org.jspecify.annotations.Nullable;

/**
 * A cluster of OpenSearch with the plugin, on this machine, whose processors its nodes share.
 * Closing stops it and deletes its files. For one thread.
 */
public final class LocalCluster implements AutoCloseable {
  /**
   * Options of a JVM on emulated cores. OpenSearch accepts no more processors than the JVM has; the
   * collector's threads need real ones.
   */
  @SuppressWarnings("InlineFormatString") // With its reasons above.
  private static final String EMULATED =
      "-XX:ActiveProcessorCount=%d -XX:ParallelGCThreads=2 -XX:ConcGCThreads=1 -javaagent:plugins/emulated-node/emulated-cpu-time.jar";

  private final Distribution distribution;
  private final List<LocalNode> nodes = new ArrayList<>();

  private LocalCluster(Distribution distribution) {
    this.distribution = distribution;
  }

  /**
   * Starts the cluster.
   *
   * @param nodes number of nodes, which share the processors of this machine
   * @throws IOException if the cluster does not start; the message quotes OpenSearch
   * @throws org.curtail.benchkit.terminal.Interrupted if the user stops it
   */
  public static LocalCluster start(ZipOptions files, int nodes, Console console)
      throws IOException, InterruptedException {
    // Otherwise each node would count all cores as its own.
    int processors = Math.max(Runtime.getRuntime().availableProcessors() / nodes, 1);
    return start(files.zips(false, null, console), nodes, processors, console);
  }

  /**
   * Starts one node on emulated cores, with the errors of {@link #start}.
   *
   * @param plugin the plugin of emulated cores; null if it is not given
   * @param cores number of the cores, which only the query {@code timed} occupies
   */
  public static LocalCluster emulated(
      ZipOptions files, @Nullable Path plugin, int cores, Console console)
      throws IOException, InterruptedException {
    return start(files.zips(true, plugin, console), 1, cores, console);
  }

  private static LocalCluster start(
      PluginBuild.Zips zips, int nodes, int processors, Console console)
      throws IOException, InterruptedException {
    console.progress("unpacking OpenSearch");
    var cluster =
        new LocalCluster(
            Distribution.unpack(zips.distribution(), Path.of(System.getProperty("java.home", ""))));
    try {
      console.progress("installing the plugin");
      cluster.install(zips.plugin());
      if (zips.emulatedNode().isPresent()) {
        cluster.install(zips.emulatedNode().get());
      }
      cluster.start(
          nodes,
          processors,
          zips.emulatedNode().isPresent() ? EMULATED.formatted(processors) : "",
          console);
      return cluster;
    } catch (IOException | InterruptedException | RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  private void install(Path plugin) throws IOException, InterruptedException {
    Distribution.Ended installed = distribution.install(plugin);
    if (installed.exitCode() != 0) {
      throw new IOException("the plugin was not installed: " + installed.output().strip());
    }
  }

  private void start(int count, int processors, String javaOptions, Console console)
      throws IOException, InterruptedException {
    List<NodePlace> places = NodePlace.free(count);
    for (NodePlace place : places) {
      var node = new LocalNode(distribution, place, places, javaOptions);
      node.configure(Map.of("node.processors", Integer.toString(processors)));
      nodes.add(node);
    }
    for (LocalNode node : nodes) {
      node.start();
    }
    String some = count == 1 ? "one node" : count + " nodes";
    for (LocalNode node : nodes) {
      node.awaitCluster(count, () -> console.progress("starting " + some));
    }
    console.say(
        "OpenSearch runs on loopback, on %s with the plugin and %d %s%s: %s"
            .formatted(
                some,
                processors,
                javaOptions.isEmpty() ? "of this machine's processors" : "emulated cores",
                count == 1 ? "" : " each",
                String.join(", ", nodes.stream().map(LocalNode::address).toList())));
  }

  /** Its nodes; the first one serves users. */
  public List<LocalNode> nodes() {
    return List.copyOf(nodes);
  }

  /** Address for users. */
  public String address() {
    return nodes.getFirst().address();
  }

  @Override
  public void close() throws IOException {
    for (LocalNode node : nodes) {
      node.close();
    }
    distribution.close();
  }
}
