package org.curtail.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.curtail.cli.ranking.Ranking;
import org.curtail.cli.serve.TestServer.Answer;
import org.curtail.cli.serve.http.Limits;
import org.curtail.runtime.Metrics;
import org.curtail.testkit.Eventually;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that send what no client should, over real sockets. The server goes on in any case. */
@Timeout(300)
class HostileClientsTest {
  private static final String SEARCH = "GET /search?q=abx HTTP/1.1\r\nHost: localhost\r\n";

  @TempDir static Path folder;
  private static Path index;

  /** For clients that no other client can notice. */
  private static TestServer shared;

  @BeforeAll
  static void startServer() throws Exception {
    index = TestServer.index(folder, 3000);
    shared = TestServer.start(index, TestServer.SEQUENTIAL);
  }

  @AfterAll
  static void stopServer() throws IOException {
    shared.close();
  }

  private static void send(Socket socket, String text) throws IOException {
    OutputStream out = socket.getOutputStream();
    out.write(text.getBytes(StandardCharsets.ISO_8859_1));
    out.flush();
  }

  /** It still answers, and nothing of a former client is left. */
  private static void assertServes(TestServer server) throws Exception {
    Eventually.is("no search is left", () -> server.running() + server.waiting() == 0);
    assertThat(server.get(TestServer.search("abx")).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001",
        "hello\r\n\r\n",
        "GET /search?q=abx\r\n\r\n",
        "GET /search?q=abx HTTP/9.9\r\n\r\n",
        "GET /search?q=abx HTTP/1.1\r\n\r\n",
        "GET /search?q=abx HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n",
        "GET /search?q=abx HTTP/1.1\r\nHost: localhost\r\nno colon here\r\n\r\n",
        "GET /search?q=%zz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        "\r\n\r\n\r\n\u0000\u0000\u00ff\u00fe\r\n\r\n"
      })
  void bytesThatAreNoRequestGetARefusalOrTheEnd(String bytes) throws Exception {
    try (Socket socket = shared.connect()) {
      send(socket, bytes);
      socket.shutdownOutput();

      String answer = answer(socket);

      assertThat(answer).doesNotContain("HTTP/1.1 200", "HTTP/1.1 500");
      assertServes(shared);
    }
  }

  /** What the server sends until it closes the connection, also if it resets it. */
  private static String answer(Socket socket) throws IOException {
    var answer = new StringBuilder();
    InputStream in = socket.getInputStream();
    byte[] part = new byte[8192];
    try {
      for (int read = in.read(part); read >= 0; read = in.read(part)) {
        answer.append(new String(part, 0, read, StandardCharsets.ISO_8859_1));
      }
    } catch (SocketException e) {
      // A reset, since the server does not read the rest.
    }
    return answer.toString();
  }

  @Test
  void randomBytesHarmNobody() throws Exception {
    long seed = 7;
    var random = new Random(seed);
    try (var server = TestServer.start(index, TestServer.SEQUENTIAL)) {
      for (int i = 0; i < 200; i++) {
        try (Socket socket = server.connect()) {
          byte[] bytes = new byte[1 + random.nextInt(300)];
          random.nextBytes(bytes);
          if (random.nextBoolean()) {
            send(socket, SEARCH.substring(0, random.nextInt(SEARCH.length())));
          }
          socket.getOutputStream().write(bytes);
          socket.setSoLinger(true, 0);
        } catch (SocketException e) {
          // The server has closed the connection already.
        }
      }
      assertServes(server);
    }
  }

  @Test
  void tooLongLinesAndHeadersAreRefused() throws Exception {
    try (var server = TestServer.start(index, TestServer.SEQUENTIAL)) {
      assertThat(exchange(server, "GET /search?q=" + "x".repeat(9000) + " HTTP/1.1\r\n"))
          .contains(" 414 ");
      assertThat(exchange(server, SEARCH + "X-Long: " + "x".repeat(9000) + "\r\n\r\n"))
          .contains(" 431 ");
      assertThat(exchange(server, SEARCH + "X: y\r\n".repeat(3000) + "\r\n")).contains(" 431 ");
      assertServes(server);
    }
  }

  private static String exchange(TestServer server, String bytes) throws IOException {
    try (Socket socket = server.connect()) {
      send(socket, bytes);
      return answer(socket);
    }
  }

  @Test
  void pipelinedSearchesAreAllAnsweredInOrder() throws Exception {
    try (var server = TestServer.start(index, TestServer.SEQUENTIAL);
        Socket socket = server.connect()) {
      var sent = new StringBuilder();
      int searches = 50;
      for (int i = 0; i < searches; i++) {
        String end = i == searches - 1 ? "Connection: close\r\n" : "";
        sent.append("GET /search?q=abx&k=%d HTTP/1.1\r\nHost: localhost\r\n".formatted(1 + i % 9))
            .append(end)
            .append("\r\n");
      }
      send(socket, sent.toString());

      String[] answers = answer(socket).split("HTTP/1\\.1 200 OK", -1);

      assertThat(answers).hasSize(searches + 1);
      for (int i = 0; i < searches; i++) {
        assertThat(answers[i + 1].split("\"doc\":", -1)).hasSize(1 + i % 9 + 1);
      }
    }
  }

  @Test
  void aClientThatLeavesWithPipelinedSearchesLeavesNothingBehind() throws Exception {
    try (var server = TestServer.start(index, TestServer.HOLDABLE);
        var holding = server.hold()) {
      Socket socket = server.connect();
      send(socket, (SEARCH + "\r\n").repeat(20));
      Eventually.is("1 searches wait", () -> server.waiting() == 1);

      socket.close();
      holding.release();

      assertServes(server);
    }
  }

  @Test
  void clientsThatLeaveAtRandomLoseNothingOfOthers() throws Exception {
    long seed = 11;
    var random = new Random(seed);
    try (var server =
        TestServer.start(
            index, TestServer.SEQUENTIAL, new Ranking.Trees(50), Optional.empty(), Limits.USUAL)) {
      var others = new ArrayList<CompletableFuture<Answer>>();
      for (int i = 0; i < 150; i++) {
        try (Socket socket = server.connect()) {
          send(socket, SEARCH + "\r\n");
          Thread.sleep(random.nextInt(8));
          socket.setSoLinger(random.nextBoolean(), 0);
        }
        if (i % 3 == 0) {
          others.add(server.sendAsync(TestServer.search("abx")));
        }
      }
      for (var other : others) {
        assertThat(other.get().status()).as("seed %d", seed).isEqualTo(200);
      }
      assertServes(server);
      Metrics.Counts counts = server.counts();
      assertThat(counts.allEnded() + counts.refused()).isEqualTo(counts.arrived());
    }
  }

  @Test
  void silentConnectionsAreClosedAndDoNotHinderOthers() throws Exception {
    var brief = new Limits(4096, 4096, 1000, Duration.ofSeconds(1));
    try (var server =
        TestServer.start(
            index, TestServer.SEQUENTIAL, new Ranking.Bm25(), Optional.empty(), brief)) {
      var silent = new ArrayList<Socket>();
      for (int i = 0; i < 300; i++) {
        Socket socket = server.connect();
        send(socket, i % 2 == 0 ? "" : "GET /sea");
        silent.add(socket);
      }
      assertServes(server);
      for (Socket socket : silent) {
        // Ends only if the server closes the connection.
        assertThat(answer(socket)).doesNotContain("200 OK");
        socket.close();
      }
    }
  }

  @Test
  void aReaderThatReadsNothingDoesNotHinderOthers() throws Exception {
    try (var server = TestServer.start(index, TestServer.SEQUENTIAL)) {
      var slow = new ArrayList<Socket>();
      for (int i = 0; i < 20; i++) {
        var socket = new Socket();
        socket.setReceiveBufferSize(1024);
        socket.connect(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), server.server.port()));
        send(socket, "GET /search?q=abx&k=50 HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(200));
        slow.add(socket);
      }
      for (int i = 0; i < 20; i++) {
        assertThat(server.get(TestServer.search("cdx")).status()).isEqualTo(200);
      }
      for (Socket socket : slow) {
        socket.close();
      }
      assertServes(server);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "evil.example, 403",
    "evil.example:8080, 403",
    "localhost.evil.example, 403",
    "1.2.3.4.evil.example, 403",
    "localhost, 200",
    "LOCALHOST:99, 200",
    "127.0.0.1:8080, 200",
    "'[::1]:8080', 200",
    "search.example, 200"
  })
  void aStrangersNameIsNotAnswered(String host, int status) throws Exception {
    try (Socket socket = shared.connect()) {
      send(socket, "GET /health HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n");

      assertThat(answer(socket)).startsWith("HTTP/1.1 " + status);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "application/json, own, 200",
    "application/json; charset=utf-8, own, 200",
    "text/plain, own, 403",
    "application/x-www-form-urlencoded, own, 403",
    "application/json, http://evil.example, 403",
    "application/json, null, 403",
    "application/json, '', 403",
    "application/json, https://localhost, 403"
  })
  void aChangeNeedsJsonAndTheOwnOrigin(String type, String origin, int status) throws Exception {
    HttpRequest.Builder request =
        shared
            .request("/change")
            .header("Content-Type", type)
            .POST(HttpRequest.BodyPublishers.ofString("{\"to\":\"this\"}"));
    if (!origin.isEmpty()) {
      request.header("Origin", origin.equals("own") ? shared.server.url() : origin);
    }
    Answer answer = shared.send(request.build());

    assertThat(answer.status()).as(answer.body()).isEqualTo(status);
    if (status == 200) {
      assertThat(answer.body()).isEqualTo("changed to this");
    }
  }

  @Test
  void aBodyThatIsNoJsonOrTooLongChangesNothing() throws Exception {
    try (var server = TestServer.start(index, TestServer.SEQUENTIAL)) {
      assertThat(change(server, "{\"to\":").status()).isEqualTo(400);
      assertThat(change(server, "").status()).isEqualTo(400);
      assertThat(change(server, "[".repeat(999)).status()).isEqualTo(400);
      assertThat(change(server, "\"" + "x".repeat(1000) + "\"").status()).isEqualTo(413);
      assertServes(server);
    }
  }

  private static Answer change(TestServer server, String body) throws Exception {
    return server.send(
        server
            .request("/change")
            .header("Content-Type", "application/json")
            .header("Origin", server.server.url())
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build());
  }
}
