package org.curtail.cli.bench.opensearch;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.Failure;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.cli.opensearch.ClusterClient;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a cluster that are changed for a while and then restored. They are transient
 * settings, which override the persistent ones.
 */
final class SwitchedSettings implements AutoCloseable {
  private static final String PATH = "_cluster/settings?flat_settings=true";

  /**
   * Wait for an outstanding answer, shorter than the grace period of a process that was asked to
   * stop.
   */
  private static final long GRACE_SECONDS = 15;

  private final ClusterClient client;
  private final Console console;
  private final Map<String, @Nullable String> before = new LinkedHashMap<>();
  private final Map<String, String> usual;
  private final CountDownLatch restored = new CountDownLatch(1);
  private final Thread atExit = new Thread(this::restoreAtExit, "curtail-restore-settings");

  /**
   * Reads the present settings.
   *
   * @param keys all settings that will be changed
   * @param usual values of settings that stay when they are removed; valid unless others are set
   */
  SwitchedSettings(
      ClusterClient client, Set<String> keys, Map<String, String> usual, Console console)
      throws InterruptedException {
    this.client = client;
    this.console = console;
    this.usual = Map.copyOf(usual);
    JsonNode is = client.get(PATH).ok("_cluster/settings").path("transient");
    for (String key : keys) {
      JsonNode value = is.get(key);
      before.put(key, value == null ? null : value.asText());
    }
    Runtime.getRuntime().addShutdownHook(atExit);
  }

  /**
   * Changes settings to these values.
   *
   * @throws UsageError if the cluster refuses one
   */
  void put(Map<String, String> values) throws InterruptedException {
    if (!before.keySet().containsAll(values.keySet())) {
      throw new IllegalArgumentException("not remembered: " + values.keySet());
    }
    var all = new HashMap<>(usual);
    all.putAll(values);
    send(all);
  }

  private void send(Map<String, ? extends @Nullable String> values) throws InterruptedException {
    ObjectNode body = body(values);
    JsonNode answer = client.put(PATH, body).ok("the settings " + body);
    if (!answer.path("acknowledged").asBoolean()) {
      throw new UsageError(
          "%s: not all nodes applied the settings %s in time".formatted(client, body));
    }
  }

  private static ObjectNode body(Map<String, ? extends @Nullable String> values) {
    ObjectNode body = ClusterClient.JSON.createObjectNode();
    ObjectNode transients = body.putObject("transient");
    values.forEach((key, value) -> transients.put(key, value));
    return body;
  }

  /** Restores the settings. If the cluster refuses, prints a command that restores them. */
  @Override
  public void close() {
    // An interrupt must not prevent the restoring.
    boolean interrupted = Thread.interrupted();
    try {
      restore();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      // The process is about to end, and the hook has nothing left to do.
    }
  }

  private synchronized void restore() {
    if (restored.getCount() == 0) {
      return;
    }
    try {
      if (!usual.isEmpty()) {
        send(usual);
      }
      send(before);
    } catch (UsageError | InterruptedException e) {
      console.warn(
          "the settings of the cluster were not restored: %s. Restore them: curl -XPUT '%s%s' -H 'Content-Type: application/json' -d '%s'"
              .formatted(
                  requireNonNull(Failure.reason(e)), client, "_cluster/settings", body(before)));
    }
    restored.countDown();
  }

  /** Restores the settings if the process is asked to stop while an answer is outstanding. */
  private void restoreAtExit() {
    try {
      if (!restored.await(GRACE_SECONDS, TimeUnit.SECONDS)) {
        restore();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
