package org.curtail.opensearch;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** OpenSearch as its users have it, unpacked into a folder; its commands run as they run them. */
final class Distribution implements AutoCloseable {
  /** OpenSearch refuses to run as root: then it runs as nobody. */
  private static final String NOBODY = "65534";

  private static final int PATIENCE_SECONDS = 240;

  private final Path folder;
  private final Path home;
  private final int port;

  private Distribution(Path folder, Path home, int port) {
    this.folder = folder;
    this.home = home;
    this.port = port;
  }

  /** What a command did. */
  record Ended(int exitCode, String output) {}

  static Distribution unpack(Path zip) throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("curtail-distribution");
    try (var in = new ZipInputStream(Files.newInputStream(zip))) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        write(folder.resolve(entry.getName()), entry, in);
      }
    }
    Path home;
    try (Stream<Path> inside = Files.list(folder)) {
      home = inside.findFirst().orElseThrow();
    }
    try (var free = new ServerSocket(0)) {
      var made = new Distribution(folder, home, free.getLocalPort());
      made.configure("");
      if (isRoot()) {
        new ProcessBuilder("chown", "-R", NOBODY + ":" + NOBODY, folder.toString())
            .start()
            .waitFor();
      }
      return made;
    }
  }

  private static void write(Path file, ZipEntry entry, InputStream in) throws IOException {
    if (entry.isDirectory()) {
      Files.createDirectories(file);
      return;
    }
    Path parent = requireNonNull(file.getParent());
    Files.createDirectories(parent);
    Files.copy(in, file);
    if (parent.endsWith("bin")) {
      assertThat(file.toFile().setExecutable(true)).isTrue();
    }
  }

  private static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }

  /** Its {@code opensearch.yml}. */
  void configure(String more) throws IOException {
    Files.writeString(
        home.resolve("config/opensearch.yml"),
        """
        discovery.type: single-node
        http.port: %d
        cluster.routing.allocation.disk.threshold_enabled: false
        %s
        """
            .formatted(port, more));
  }

  /** Runs one of its commands to its end. */
  Ended run(String... command) throws IOException, InterruptedException {
    Path output = Files.createTempFile(folder, "output", ".txt");
    Process process = process(output, command);
    assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    return new Ended(process.exitValue(), Files.readString(output));
  }

  private Process process(Path output, String... command) throws IOException {
    var line = new ArrayList<String>();
    if (isRoot()) {
      line.addAll(List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups"));
    }
    line.addAll(List.of(command));
    var builder =
        new ProcessBuilder(line)
            .directory(home.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder
        .environment()
        .put("OPENSEARCH_JAVA_HOME", requireNonNull(System.getProperty("java.home")));
    builder.environment().put("OPENSEARCH_JAVA_OPTS", "-Xms512m -Xmx512m");
    return builder.start();
  }

  /** A node that runs, until it is closed. */
  final class Running implements AutoCloseable {
    private final Process process;
    private final Path output;
    private final HttpClient client = HttpClient.newHttpClient();

    private Running() throws IOException, InterruptedException {
      output = Files.createTempFile(folder, "node", ".txt");
      process = process(output, "bin/opensearch");
      for (int i = 0; i < PATIENCE_SECONDS * 4 && process.isAlive(); i++) {
        try {
          if (ask("GET", "/_cluster/health?wait_for_status=yellow", "").statusCode() == 200) {
            return;
          }
        } catch (IOException e) {
          // Nobody listens yet.
        }
        Thread.sleep(250);
      }
      throw new AssertionError("it does not start:\n" + output());
    }

    HttpResponse<String> ask(String method, String path, String json)
        throws IOException, InterruptedException {
      return client.send(
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
              .header("Content-Type", "application/json")
              .method(method, HttpRequest.BodyPublishers.ofString(json))
              .build(),
          HttpResponse.BodyHandlers.ofString());
    }

    String output() throws IOException {
      return Files.readString(output);
    }

    @Override
    public void close() throws IOException {
      client.close();
      process.destroy();
      try {
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
          process.destroyForcibly();
          throw new AssertionError("it does not stop:\n" + output());
        }
      } catch (InterruptedException e) {
        process.destroyForcibly();
        Thread.currentThread().interrupt();
      }
    }
  }

  Running start() throws IOException, InterruptedException {
    return new Running();
  }

  @Override
  public void close() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
