package org.curtail.cli.opensearch;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.curtail.benchkit.terminal.Console;

/**
 * A cluster of OpenSearch with the plugin, on this machine, whose processors its nodes share.
 * Closing stops it and deletes its files. For one thread.
 */
public final class LocalCluster implements AutoCloseable {
  private final Distribution distribution;
  private final List<LocalNode> nodes = new ArrayList<>();

  private LocalCluster(Distribution distribution) {
    this.distribution = distribution;
  }

  /**
   * Starts the cluster.
   *
   * @param nodes number of nodes
   * @throws IOException if the cluster does not start; the message quotes OpenSearch
   * @throws org.curtail.benchkit.terminal.Interrupted if the user stops it
   */
  public static LocalCluster start(ZipOptions files, int nodes, Console console)
      throws IOException, InterruptedException {
    PluginBuild.Zips zips = files.zips(console);
    console.progress("unpacking OpenSearch");
    var cluster =
        new LocalCluster(
            Distribution.unpack(zips.distribution(), Path.of(System.getProperty("java.home", ""))));
    try {
      console.progress("installing the plugin");
      Distribution.Ended installed = cluster.distribution.install(zips.plugin());
      if (installed.exitCode() != 0) {
        throw new IOException("the plugin was not installed: " + installed.output().strip());
      }
      cluster.start(nodes, console);
      return cluster;
    } catch (IOException | InterruptedException | RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  private void start(int count, Console console) throws IOException, InterruptedException {
    // Otherwise each node would count all cores as its own.
    int processors = Math.max(Runtime.getRuntime().availableProcessors() / count, 1);
    List<NodePlace> places = NodePlace.free(count);
    for (NodePlace place : places) {
      var node = new LocalNode(distribution, place, places);
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
        "OpenSearch runs on loopback, on %s with the plugin and %d of this machine's processors%s: %s"
            .formatted(
                some,
                processors,
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
