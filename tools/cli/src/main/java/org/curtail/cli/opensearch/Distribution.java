package org.curtail.cli.opensearch;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;
import org.curtail.benchkit.files.FolderTree;
import org.curtail.benchkit.terminal.ChildProcess;
import org.curtail.benchkit.terminal.Failure;
import org.curtail.benchkit.terminal.StopSignal;
import org.curtail.benchkit.terminal.UsageError;

/**
 * A published OpenSearch, unpacked into a temporary folder, which is deleted at the end. Its
 * commands run as for its users. For one thread.
 */
public final class Distribution implements AutoCloseable {
  private static final String NOTHING_KEPT = "stopped; OpenSearch is not running";
  private static final Duration LONGEST_COMMAND = Duration.ofMinutes(4);

  private final Path folder;
  private final Path home;
  private final Path java;

  private Distribution(Path folder, Path home, Path java) {
    this.folder = folder;
    this.home = home;
    this.java = java;
  }

  /**
   * Result of a command.
   *
   * @param output both streams
   */
  public record Ended(int exitCode, String output) {}

  /**
   * Unpacks a distribution.
   *
   * @param zip as it is published
   * @param java home of the Java that runs it
   * @throws UsageError if it is no distribution of OpenSearch
   * @throws org.curtail.benchkit.terminal.Interrupted if the user stops it
   */
  public static Distribution unpack(Path zip, Path java) throws IOException, InterruptedException {
    if (!Files.isRegularFile(zip)) {
      throw wrong(zip, Files.exists(zip) ? "something else" : "no such file");
    }
    var made = new Distribution(Files.createTempDirectory("curtail-opensearch"), Path.of(""), java);
    try {
      Path home = made.fill(zip);
      NodeUser.own(made.folder);
      return new Distribution(made.folder, home, java);
    } catch (IOException | InterruptedException | RuntimeException e) {
      made.close();
      throw e;
    }
  }

  private Path fill(Path zip) throws IOException {
    try (var in = new ZipInputStream(Files.newInputStream(zip))) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        StopSignal.check(NOTHING_KEPT);
        write(inside(zip, entry), entry, in);
      }
    } catch (ZipException e) {
      throw wrong(zip, Failure.reason(e));
    }
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(home -> Files.isRegularFile(home.resolve("bin/opensearch")))
          .findFirst()
          .orElseThrow(() -> wrong(zip, "no bin/opensearch in it"));
    }
  }

  private Path inside(Path zip, ZipEntry entry) {
    Path file = folder.resolve(entry.getName()).normalize();
    if (!file.startsWith(folder)) {
      throw wrong(zip, "an entry that leads out of it");
    }
    return file;
  }

  private static UsageError wrong(Path zip, String found) {
    return new UsageError("%s: expected OpenSearch as a zip, found %s".formatted(zip, found));
  }

  private static void write(Path file, ZipEntry entry, InputStream in) throws IOException {
    if (entry.isDirectory()) {
      Files.createDirectories(file);
      return;
    }
    Path parent = requireNonNull(file.getParent());
    Files.createDirectories(parent);
    Files.copy(in, file);
    if (parent.endsWith("bin") && !file.toFile().setExecutable(true, false)) {
      throw new IOException(file + ": cannot be made executable");
    }
  }

  /**
   * Installs a plugin, as users do.
   *
   * @param zip may be unreadable for other users
   */
  public Ended install(Path zip) throws IOException, InterruptedException {
    Path copy = Files.createTempDirectory(folder, "plugin").resolve("plugin.zip");
    Files.copy(zip, copy);
    NodeUser.own(requireNonNull(copy.getParent()));
    return run("bin/opensearch-plugin", "install", "--batch", copy.toUri().toString());
  }

  /**
   * Runs a command of the distribution to its end.
   *
   * @throws IOException if it does not end in time
   * @throws org.curtail.benchkit.terminal.Interrupted if the user stops it
   */
  public Ended run(String... command) throws IOException, InterruptedException {
    Path output = Files.createTempFile(folder, "output", ".txt");
    var process = new ChildProcess(builder(List.of(command)), output);
    try (process) {
      long startedNanos = System.nanoTime();
      while (process.isAlive()) {
        StopSignal.check(NOTHING_KEPT);
        if (System.nanoTime() - startedNanos > LONGEST_COMMAND.toNanos()) {
          throw new IOException(
              "%s did not end in time:%n%s".formatted(command[0], Files.readString(output)));
        }
        Thread.sleep(50);
      }
      return new Ended(process.exitCode(), Files.readString(output));
    }
  }

  /** The folder of the jars that a plugin is compiled against. */
  Path libraries() {
    return home.resolve("lib");
  }

  ProcessBuilder builder(List<String> command) {
    ProcessBuilder builder = new ProcessBuilder(NodeUser.line(command)).directory(home.toFile());
    builder.environment().put("OPENSEARCH_JAVA_HOME", java.toString());
    return builder;
  }

  /** Creates a folder inside for one node, with the distribution's own configuration. */
  Path folderOf(String node) throws IOException {
    Path own = Files.createTempDirectory(folder, node + "-");
    Path from = home.resolve("config");
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, own.resolve("config").resolve(from.relativize(file).toString()));
      }
    }
    return own;
  }

  @Override
  public void close() throws IOException {
    FolderTree.delete(folder);
  }
}
