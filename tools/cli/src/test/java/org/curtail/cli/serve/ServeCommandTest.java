package org.curtail.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.stream.Stream;
import org.curtail.cli.StopSignalTest;
import org.curtail.cli.StopSignalTest.Stopped;
import org.curtail.cli.Terminal;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command as its user sees it: mistakes, and the whole process from its start to SIGTERM. */
@Timeout(300)
class ServeCommandTest {
  @TempDir static Path folder;
  private static Path index;

  @TempDir Path own;

  @BeforeAll
  static void makeIndex() throws IOException {
    index = TestServer.index(folder, 500);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--port 70000 | --port: expected",
        "--port web | --port",
        "--policy none | --policy: no policy is named 'none'",
        "--policy tail-index | --policy: policy 'tail-index' needs a profile",
        "--policy clairvoyant-5 | --policy: 'clairvoyant-5' needs each request's demand",
        "--emulate-cores 65 | --emulate-cores: expected",
        "--queue-limit 0 | --queue-limit: expected",
        "--timeout-ms 0 | --timeout-ms: expected",
        "--refresh 0 | --refresh: expected",
        "--log-queries | --log-queries works only with --access-log",
        "--fields nothing | --fields: expected text fields of the index",
        "--knowledge pom.xml | pom.xml",
        "--access-log / | --access-log: cannot write /",
        "--host nobody.invalid | --port: cannot listen on nobody.invalid"
      })
  void aMistakeIsOneSentence(String options, String sentence) {
    var words = new ArrayList<Object>(Stream.of("serve", "--index", index, "--port", 0).toList());
    if (options.startsWith("--port")) {
      words.subList(3, 5).clear();
    }
    words.addAll(Stream.of(options.split(" ")).toList());

    Terminal.assertUsageError(Terminal.curtail(words.toArray()), sentence);
  }

  @Test
  void anIndexThatCannotBeServedIsOneSentence() throws IOException {
    Terminal.assertUsageError(Terminal.curtail("serve"), "--index", "--demo");
    Terminal.assertUsageError(
        Terminal.curtail("serve", "--index", own.resolve("none")), "found nothing");
    Terminal.assertUsageError(
        Terminal.curtail("serve", "--demo", "--index", index), "--index", "--demo");
    Path broken = own.resolve("broken");
    copy(index, broken);
    try (Stream<Path> files = Files.list(broken)) {
      Path segments =
          files
              .filter(file -> String.valueOf(file.getFileName()).startsWith("segments_"))
              .findFirst()
              .orElseThrow();
      byte[] content = Files.readAllBytes(segments);
      content[content.length / 2] ^= 0x55;
      Files.write(segments, content);
    }
    Terminal.assertUsageError(Terminal.curtail("serve", "--index", broken), "the index is damaged");
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectory(to);
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(String.valueOf(file.getFileName())));
      }
    }
  }

  @Test
  void aPortInUseIsOneSentence() throws IOException {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Terminal.assertUsageError(
          Terminal.curtail("serve", "--index", index, "--port", taken.getLocalPort()),
          "--port: cannot listen on 127.0.0.1:" + taken.getLocalPort(),
          "choose another port, or 0 for any free one");
    }
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static HttpResponse<String> get(int port, String path) {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build(),
          HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void theProcessServesUntilSigtermAndEndsWith0AndItsLog() throws Exception {
    int port = freePort();
    Path log = own.resolve("access.csv");

    Stopped stopped =
        StopSignalTest.endAfter(
            process -> {
              assertThat(get(port, "/search?q=abx").statusCode()).isEqualTo(200);
              assertThat(get(port, "/search?q=").statusCode()).isEqualTo(400);
              return process.destroy();
            },
            "Listening on http://127\\.0\\.0\\.1:" + port,
            "serve",
            "--index",
            index,
            "--port",
            port,
            "--emulate-cores",
            4,
            "--access-log",
            log);

    assertThat(stopped.exitCode()).as(stopped.said()).isZero();
    assertThat(stopped.said())
        .contains("500 documents", "policy automatic on 4 emulated cores", "times as slow");
    assertThat(Files.readAllLines(log)).hasSize(3).noneMatch(line -> line.contains("abx"));
  }
}
