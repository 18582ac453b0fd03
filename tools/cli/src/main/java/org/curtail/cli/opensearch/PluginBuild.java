package org.curtail.cli.opensearch;

import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.StopSignal;

/** Builds the plugins of a checkout, and downloads OpenSearch, as Maven downloads artifacts. */
final class PluginBuild {
  private static final List<String> COMMAND =
      List.of(
          "./mvnw",
          "-Dquick",
          "-DskipTests",
          "-Popensearch-distribution",
          "-am",
          "pre-integration-test",
          "-pl");

  private static final String PLUGIN = "integrations/opensearch";
  private static final String EMULATED_NODE = "tools/emulated-node";

  /** Maven's line about the progress of a download. */
  private static final Pattern FETCHED = Pattern.compile("Progress \\(\\d+\\): (\\d+)/(\\d+) MB.*");

  private static final Pattern NAME =
      Pattern.compile("curtail-(opensearch|emulated-node)-.+\\.zip");

  private static final int MOST_ERRORS = 10;
  private static final long LOOK_MILLIS = 50;

  private PluginBuild() {}

  /**
   * The files of a node.
   *
   * @param distribution OpenSearch as published
   * @param emulatedNode the plugin of emulated cores; empty without them
   */
  record Zips(Path distribution, Path plugin, Optional<Path> emulatedNode) {}

  /**
   * Makes the files; existing parts are not downloaded again.
   *
   * @throws IOException if that fails; the message quotes Maven
   * @throws org.curtail.benchkit.terminal.Interrupted if the user stops it
   */
  static Zips run(Path checkout, boolean emulates, Console console)
      throws IOException, InterruptedException {
    var command = new ArrayList<String>(COMMAND);
    command.add(emulates ? PLUGIN + "," + EMULATED_NODE : PLUGIN);
    Process maven =
        new ProcessBuilder(command).directory(checkout.toFile()).redirectErrorStream(true).start();
    var errors = new ArrayDeque<String>();
    try (var out = new InputStreamReader(maven.getInputStream(), StandardCharsets.UTF_8)) {
      var line = new StringBuilder();
      while (maven.isAlive() || out.ready()) {
        StopSignal.check("stopped; start it again to continue");
        if (!out.ready()) {
          Thread.sleep(LOOK_MILLIS);
          continue;
        }
        char next = (char) out.read();
        // After a carriage return, Maven overwrites its line.
        if (next == '\n' || next == '\r') {
          said(line.toString(), errors, console);
          line.setLength(0);
        } else {
          line.append(next);
        }
      }
    } finally {
      maven.descendants().forEach(ProcessHandle::destroy);
      maven.destroy();
    }
    if (maven.waitFor() != 0) {
      throw new IOException(
          "the plugin was not built, or OpenSearch not downloaded: %s: %s"
              .formatted(String.join(" ", command), String.join(" ", errors)));
    }
    Path plugin = checkout.resolve(PLUGIN);
    return new Zips(
        plugin.resolve("target/dependency/opensearch.zip"),
        zip(plugin),
        emulates ? Optional.of(zip(checkout.resolve(EMULATED_NODE))) : Optional.empty());
  }

  /** Turns a line of Maven's output into progress for the user. */
  static String progress(String line) {
    Matcher fetched = FETCHED.matcher(line);
    return fetched.matches()
        ? "downloaded %s of %s MB".formatted(fetched.group(1), fetched.group(2))
        : "building the plugin";
  }

  private static void said(String line, ArrayDeque<String> errors, Console console) {
    console.progress(progress(line));
    if (line.startsWith("[ERROR]") && errors.size() < MOST_ERRORS) {
      errors.add(line);
    }
  }

  private static Path zip(Path module) throws IOException {
    Path target = module.resolve("target");
    try (Stream<Path> files = Files.list(target)) {
      return files
          .filter(file -> NAME.matcher(target.relativize(file).toString()).matches())
          .findFirst()
          .orElseThrow(() -> new IOException(target + ": found no zip of the plugin"));
    }
  }
}
