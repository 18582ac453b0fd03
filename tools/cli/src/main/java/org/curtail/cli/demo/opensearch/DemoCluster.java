package org.curtail.cli.demo.opensearch;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.curtail.benchkit.terminal.Console;
import org.curtail.cli.documents.DocumentSource;
import org.curtail.cli.opensearch.ClusterClient;
import org.curtail.cli.opensearch.Distribution;
import org.curtail.cli.opensearch.LocalNode;
import org.curtail.cli.opensearch.NodePlace;

/** A cluster of OpenSearch with the plugin, on this machine. Closing stops it. For one thread. */
public final class DemoCluster implements AutoCloseable {
  private static final int NODES = 3;
  private static final String HEDGE = "curtail.hedge.enabled";

  private final Distribution distribution;
  private final List<LocalNode> nodes = new ArrayList<>();
  private final Console console;

  private DemoCluster(Distribution distribution, Console console) {
    this.distribution = distribution;
    this.console = console;
  }

  /**
   * Starts the cluster.
   *
   * @throws IOException if the cluster does not start; the message quotes OpenSearch
   * @throws org.curtail.benchkit.terminal.Interrupted if the user stops it
   */
  public static DemoCluster start(DemoClusterOptions asked, Console console)
      throws IOException, InterruptedException {
    PluginBuild.Zips zips = asked.zips(console);
    console.progress("unpacking OpenSearch");
    Distribution distribution =
        Distribution.unpack(zips.distribution(), Path.of(System.getProperty("java.home", "")));
    var cluster = new DemoCluster(distribution, console);
    try {
      cluster.install(zips.plugin());
      cluster.startNodes();
      return cluster;
    } catch (IOException | InterruptedException | RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  private void install(Path plugin) throws IOException, InterruptedException {
    console.progress("installing the plugin");
    Distribution.Ended installed = distribution.install(plugin);
    if (installed.exitCode() != 0) {
      throw new IOException("the plugin was not installed: " + installed.output().strip());
    }
  }

  private void startNodes() throws IOException, InterruptedException {
    List<NodePlace> places = NodePlace.free(NODES);
    for (NodePlace place : places) {
      var node = new LocalNode(distribution, place, places);
      node.configure(Map.of("node.processors", Integer.toString(processors())));
      nodes.add(node);
    }
    for (LocalNode node : nodes) {
      node.start();
    }
    for (LocalNode node : nodes) {
      node.awaitCluster(NODES, () -> console.progress("starting " + NODES + " nodes"));
    }
    console.say(
        "%d nodes run on loopback, each with %d of this machine's processors and the plugin: %s"
            .formatted(
                NODES,
                processors(),
                String.join(", ", nodes.stream().map(LocalNode::address).toList())));
  }

  /** Processors of each node; otherwise each node would count all cores as its own. */
  private static int processors() {
    return Math.max(Runtime.getRuntime().availableProcessors() / NODES, 1);
  }

  /** True if its plugin can send copies of slow shard queries to another shard copy. */
  public boolean hedges() throws InterruptedException {
    try (var client = new ClusterClient(address())) {
      return client
          .get("_cluster/settings?include_defaults=true&flat_settings=true")
          .ok("settings")
          .path("defaults")
          .has(HEDGE);
    }
  }

  /** Starts random pauses of the last node, which gets no requests of users directly. */
  public NodePauses pauses(long seed) {
    return new NodePauses(nodes.getLast(), seed, console);
  }

  /** Address for users. */
  public String address() {
    return nodes.getFirst().address();
  }

  /** The name of its index. */
  public String index() {
    return DemoIndex.NAME;
  }

  /** Searched fields of the index, with commas between them. */
  public String fields() {
    return DemoIndex.FIELDS;
  }

  /**
   * Fills the index, with a copy on each node.
   *
   * @param isCode true to split identifiers into their parts
   * @param most greatest number of documents; 0 for all
   */
  public void fill(DocumentSource source, boolean isCode, long most)
      throws IOException, InterruptedException {
    source.check();
    try (var client = new ClusterClient(address())) {
      long passages = DemoIndex.fill(client, source, NODES, isCode, most, console);
      console.say("%,d passages, a copy on each of %d nodes".formatted(passages, NODES));
    }
  }

  /** Stops all started processes, and deletes their files. */
  @Override
  public void close() throws IOException {
    for (LocalNode node : nodes) {
      node.close();
    }
    distribution.close();
  }
}
