package org.curtail.cli.opensearch;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.curtail.benchkit.terminal.ChildProcess;
import org.curtail.benchkit.terminal.StopSignal;
import org.curtail.benchkit.terminal.UsageError;
import org.jspecify.annotations.Nullable;

/**
 * A node of a cluster on this machine, in its own process. It can be stopped and started again,
 * even with another plugin; its data remain. For one thread.
 */
public final class LocalNode implements AutoCloseable {
  private static final Duration LONGEST_START = Duration.ofMinutes(4);
  private static final int LAST_LINES = 15;

  private final Distribution of;
  private final NodePlace place;
  private final Path folder;
  private final String javaOptions;
  private final Map<String, String> settings = new TreeMap<>();
  private @Nullable ChildProcess process;

  /**
   * Creates a node that is not started.
   *
   * @param place one of the cluster's
   * @param cluster places of all its nodes
   * @param javaOptions further options of its JVM; empty for none
   */
  LocalNode(Distribution of, NodePlace place, List<NodePlace> cluster, String javaOptions)
      throws IOException, InterruptedException {
    this.of = of;
    this.javaOptions = javaOptions;
    this.place = place;
    folder = of.folderOf(place.name());
    settings.put("cluster.name", "curtail-" + cluster.getFirst().transportPort());
    settings.put("node.name", place.name());
    settings.put("path.data", folder.resolve("data").toString());
    settings.put("path.logs", folder.resolve("logs").toString());
    settings.put("network.host", "127.0.0.1");
    settings.put("http.port", Integer.toString(place.httpPort()));
    settings.put("transport.port", Integer.toString(place.transportPort()));
    settings.put(
        "discovery.seed_hosts", list(cluster.stream().map(NodePlace::transportAddress).toList()));
    settings.put(
        "cluster.initial_cluster_manager_nodes",
        list(cluster.stream().map(NodePlace::name).toList()));
    settings.put("cluster.routing.allocation.disk.threshold_enabled", "false");
    configure(Map.of());
  }

  private static String list(List<String> values) {
    return values.stream().map("\"%s\""::formatted).collect(Collectors.joining(", ", "[", "]"));
  }

  /**
   * Sets additional lines of its {@code opensearch.yml}, valid from its next start; replaces
   * earlier ones.
   */
  public void configure(Map<String, String> more) throws IOException, InterruptedException {
    var all = new TreeMap<>(settings);
    all.putAll(more);
    Files.writeString(
        folder.resolve("config/opensearch.yml"),
        all.entrySet().stream()
            .map(one -> one.getKey() + ": " + one.getValue() + "\n")
            .collect(Collectors.joining()));
    NodeUser.own(folder);
  }

  /** Starts the node, without waiting until it serves; restarts a running node. */
  public void start() throws IOException {
    close();
    ProcessBuilder builder = of.builder(List.of("bin/opensearch"));
    builder.environment().put("OPENSEARCH_PATH_CONF", folder.resolve("config").toString());
    builder.environment().put("OPENSEARCH_JAVA_OPTS", "-Xms512m -Xmx512m " + javaOptions);
    process = new ChildProcess(builder, output());
  }

  private Path output() {
    return folder.resolve("output.txt");
  }

  /**
   * Waits until the node is a member of a cluster of this size.
   *
   * @param waiting called regularly meanwhile
   * @throws IOException if it ends before, or does not serve in time; the message quotes it
   * @throws org.curtail.benchkit.terminal.Interrupted if the user stops it
   */
  public void awaitCluster(int nodes, Runnable waiting) throws IOException, InterruptedException {
    long startedNanos = System.nanoTime();
    try (var client = new ClusterClient(place.address())) {
      while (!isOneOf(client, nodes)) {
        StopSignal.check("stopped; OpenSearch is not running");
        waiting.run();
        boolean late = System.nanoTime() - startedNanos > LONGEST_START.toNanos();
        if (late || !isAlive()) {
          throw new IOException(
              "OpenSearch's node %s %s: %s"
                  .formatted(
                      place.name(), late ? "did not serve in time" : "did not start", lastWords()));
        }
        Thread.sleep(250);
      }
    }
  }

  private static boolean isOneOf(ClusterClient client, int nodes) throws InterruptedException {
    try {
      ClusterClient.Answer answer = client.get("_cluster/health");
      JsonNode health = answer.body();
      return answer.status() == 200
          && health.path("number_of_nodes").asInt() == nodes
          && !health.path("status").asText().equals("red");
    } catch (UsageError e) {
      return false; // No server listens yet.
    }
  }

  private String lastWords() throws IOException {
    List<String> lines = log().lines().toList();
    return String.join(" | ", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
  }

  /** All its output since its last start. */
  public String log() throws IOException {
    return Files.exists(output()) ? Files.readString(output()) : "";
  }

  /** True if it runs or is paused. */
  public boolean isAlive() {
    return process != null && process.isAlive();
  }

  /** Exit code of its process. */
  public int exitCode() {
    return requireNonNull(process, "it was not started").exitCode();
  }

  /** Address for users. */
  public String address() {
    return place.address();
  }

  /** Its name in the cluster. */
  public String name() {
    return place.name();
  }

  /** The number of its process. */
  public long processNumber() {
    return requireNonNull(process, "it was not started").number();
  }

  /** Pauses it until {@link #resume}, as in a long garbage collection. */
  public void pause() throws IOException, InterruptedException {
    signal("STOP");
  }

  /** Continues it. */
  public void resume() throws IOException, InterruptedException {
    signal("CONT");
  }

  private void signal(String name) throws IOException, InterruptedException {
    int exitCode =
        new ProcessBuilder("kill", "-" + name, Long.toString(processNumber())).start().waitFor();
    if (exitCode != 0) {
      throw new IOException("node %s did not accept the signal %s".formatted(place.name(), name));
    }
  }

  /** Kills the node at once, like a crash. */
  public void kill() {
    requireNonNull(process, "it was not started").kill();
  }

  /** Stops it, if it runs. */
  @Override
  public void close() {
    if (process != null) {
      process.close();
    }
  }
}
