package org.curtail.cli.demo.opensearch;

import java.io.IOException;
import org.curtail.benchkit.terminal.Console;
import org.curtail.cli.documents.DocumentSource;
import org.curtail.cli.opensearch.ClusterClient;
import org.curtail.cli.opensearch.LocalCluster;

/** A cluster of OpenSearch with the plugin, on this machine. Closing stops it. For one thread. */
public final class DemoCluster implements AutoCloseable {
  private static final int NODES = 3;
  private static final String HEDGE = "curtail.hedge.enabled";

  private final LocalCluster cluster;
  private final Console console;

  private DemoCluster(LocalCluster cluster, Console console) {
    this.cluster = cluster;
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
    return new DemoCluster(LocalCluster.start(asked.files, NODES, console), console);
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
    return new NodePauses(cluster.nodes().getLast(), seed, console);
  }

  /** Address for users. */
  public String address() {
    return cluster.address();
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
    cluster.close();
  }
}
