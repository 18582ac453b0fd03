package org.curtail.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.store.FSDirectory;
import org.curtail.benchkit.latencylog.LatencyLog;
import org.curtail.benchkit.latencylog.LogColumns;
import org.curtail.cli.querylog.QuerySyntax;
import org.curtail.cli.ranking.Ranking;
import org.curtail.cli.serve.TestServer.Answer;
import org.curtail.cli.serve.http.Limits;
import org.curtail.cli.serve.search.EngineSetting;
import org.curtail.runtime.Outcome;
import org.curtail.testkit.Eventually;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The server over real HTTP, against a plain searcher. */
@Timeout(300)
class SearchServerTest {
  private static final String[] QUERIES = {
    "abx", "abx cdx", "aax bbx ccx ddx", "zax", "+abx -cdx", "\"abx cdx\"", "nothing of this"
  };

  @TempDir static Path folder;
  private static Path index;

  @TempDir Path own;

  @BeforeAll
  static void makeIndex() throws IOException {
    index = TestServer.index(folder, 3000);
  }

  @ParameterizedTest
  @CsvSource({
    "sequential, false, bm25",
    "fixed-4, false, trees-5",
    "automatic, false, bm25",
    "automatic-predicted, false, bm25",
    "fixed-3, true, trees-5",
    "automatic, true, bm25"
  })
  void hitsAreThoseOfAPlainSearcher(String policy, boolean isEmulated, String ranking)
      throws Exception {
    try (var server =
            TestServer.start(
                index,
                new EngineSetting(policy, 4, isEmulated, 1000),
                Ranking.parse(ranking),
                Optional.empty(),
                Limits.USUAL);
        DirectoryReader reader = DirectoryReader.open(FSDirectory.open(index))) {
      var plain = new IndexSearcher(reader);
      for (String query : QUERIES) {
        Answer answer = server.get(TestServer.search(query) + "&k=7&syntax=lucene");

        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        TopDocs expected =
            plain.search(
                server.ranking.apply(server.parsing.parse(query, QuerySyntax.LUCENE), reader), 7);
        JsonNode hits = answer.json().get("hits");
        assertThat(hits).hasSize(expected.scoreDocs.length);
        for (int i = 0; i < expected.scoreDocs.length; i++) {
          JsonNode hit = hits.get(i);
          assertThat(hit.get("doc").asInt()).as(query).isEqualTo(expected.scoreDocs[i].doc);
          assertThat((float) hit.get("score").asDouble()).isEqualTo(expected.scoreDocs[i].score);
          assertThat(hit.get("fields").get("id").asText())
              .isEqualTo(reader.storedFields().document(expected.scoreDocs[i].doc).get("id"));
        }
      }
    }
  }

  @Test
  void anAnswerSaysHowItsSearchRan() throws Exception {
    try (var server = TestServer.start(index, TestServer.SEQUENTIAL)) {
      JsonNode answer = server.get(TestServer.search("abx cdx")).json();

      assertThat(answer.get("tookMs").asDouble()).isPositive();
      assertThat(answer.get("isPartial").asBoolean()).isFalse();
      assertThat(answer.get("policy").asText()).isEqualTo("sequential");
      assertThat(answer.get("degree").asInt()).isEqualTo(1);
      assertThat(answer.get("matches").asInt()).isPositive();
      double sumMs = 0;
      for (JsonNode ms : answer.get("causesMs")) {
        sumMs += ms.asDouble();
      }
      // Each cause is cut to whole microseconds.
      assertThat(sumMs).isBetween(answer.get("tookMs").asDouble() - 0.02, sumMs + 1);
      assertThat(answer.get("hits")).hasSize(10);
    }
  }

  @Test
  void whatNoSearchIsGetsAClearSentence() throws Exception {
    try (var server = TestServer.start(index, TestServer.SEQUENTIAL)) {
      assertBad(server, "/search", "q: expected a query");
      assertBad(server, "/search?q=", "q: expected a query");
      assertBad(server, "/search?q=%20", "q: expected a query");
      assertBad(server, TestServer.search("x".repeat(101)), "at most 100 characters, found 101");
      assertBad(server, "/search?q=abx&k=0", "k: expected a whole number from 1 to 50, found '0'");
      assertBad(server, "/search?q=abx&k=51", "k: expected");
      assertBad(server, "/search?q=abx&k=ten", "found 'ten'");
      assertBad(server, "/search?q=abx&syntax=sql", "syntax: expected auto, free, lucene, tasks");
      assertBad(server, "/search?q=(&syntax=lucene", "expected Lucene's query syntax");
      assertBad(server, "/search?q=words&syntax=tasks", "Category: query");
      assertBad(server, "/search?q=IntNRQ:+1&syntax=tasks", "expected a task of full text");
      Answer timeout = server.get(TestServer.search("abx"), SearchRoutes.TIMEOUT, "soon");
      assertThat(timeout.status()).isEqualTo(400);
      assertThat(timeout.body()).contains("Curtail-Timeout-Ms: expected", "'soon'");
      Answer intended = server.get(TestServer.search("abx"), SearchRoutes.INTENDED, "NaN");
      assertThat(intended.status()).isEqualTo(400);

      assertThat(server.get("/nothing").status()).isEqualTo(404);
      Answer posted =
          server.send(
              server.request("/search").POST(HttpRequest.BodyPublishers.ofString("x")).build());
      assertThat(posted.status()).isEqualTo(405);
      assertThat(posted.response().headers().firstValue("Allow")).contains("GET");
    }
  }

  private static void assertBad(TestServer server, String path, String sentence) throws Exception {
    Answer answer = server.get(path);
    assertThat(answer.status()).as(path).isEqualTo(400);
    assertThat(answer.json().get("error").asText()).contains(sentence);
  }

  @Test
  void scriptInAQueryStaysTextInJson() throws Exception {
    try (var server = TestServer.start(index, TestServer.SEQUENTIAL)) {
      Answer answer = server.get(TestServer.search("<script>alert(1)</script>") + "&syntax=tasks");

      assertThat(answer.status()).isEqualTo(400);
      assertThat(answer.response().headers().firstValue("Content-Type"))
          .contains("application/json");
      assertThat(answer.response().headers().firstValue("X-Content-Type-Options"))
          .contains("nosniff");
    }
  }

  @Test
  void aFullQueueRefusesAndAllOthersAreAnswered() throws Exception {
    Path log = own.resolve("access.csv");
    try (var server = TestServer.logging(index, TestServer.HOLDABLE, log)) {
      var waiting = new ArrayList<CompletableFuture<Answer>>();
      List<CompletableFuture<Answer>> held;
      try (var holding = server.hold()) {
        held = holding.answers;
        for (int i = 0; i < 3; i++) {
          waiting.add(server.sendAsync(TestServer.search("abx")));
        }
        Eventually.is("3 searches wait", () -> server.waiting() == 3);

        Answer refused = server.get(TestServer.search("abx"));

        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.response().headers().firstValue("Retry-After")).contains("1");
        assertThat(refused.json().get("error").asText())
            .isEqualTo("the server is busy: 3 searches wait");
        assertThat(server.get("/health").status()).isEqualTo(200);
        assertThat(server.get("/ready").status()).isEqualTo(200);
      }
      waiting.addAll(held);
      for (CompletableFuture<Answer> answer : waiting) {
        assertThat(answer.get().status()).isEqualTo(200);
      }
      // Meters of the engine are read at most once a second.
      Eventually.is(
          "the refused search is on the meters",
          () ->
              server
                  .sendAsync("/metrics")
                  .join()
                  .body()
                  .contains("curtail_refused_requests_total{engine=\"serve\"} 1.0"));
      assertThat(server.get("/metrics").body())
          .contains(
              "http_server_requests_seconds_count{status=\"200\",uri=\"/search\"} "
                  + waiting.size(),
              "http_server_requests_seconds_count{status=\"503\",uri=\"/search\"} 1",
              "curtail_refused_requests_total{engine=\"serve\"} 1.0");
    }
    List<String> lines = Files.readAllLines(log);
    assertThat(lines.stream().filter(line -> line.contains(",503,"))).hasSize(1);
    assertThat(lines.stream().filter(line -> line.contains(",200,"))).hasSizeGreaterThan(3);
  }

  @Test
  void aSearchThatExpiresWhileItWaitsGets504() throws Exception {
    try (var server = TestServer.start(index, TestServer.HOLDABLE);
        var holding = server.hold()) {
      Answer late = server.get(TestServer.search("abx"), SearchRoutes.TIMEOUT, "20");

      assertThat(late.status()).isEqualTo(504);
      assertThat(late.json().get("error").asText())
          .isEqualTo("the deadline of 20 ms passed before there were hits");
      Eventually.is("0 searches wait", () -> server.waiting() == 0);
      assertThat(holding.answers).noneMatch(CompletableFuture::isDone);
    }
  }

  @Test
  void aClientThatLeavesCancelsItsSearch() throws Exception {
    Path log = own.resolve("access.csv");
    try (var server = TestServer.logging(index, TestServer.HOLDABLE, log);
        var holding = server.hold()) {
      Socket socket = server.connect();
      send(socket, "GET /search?q=abx HTTP/1.1\r\nHost: localhost\r\n\r\n");
      Eventually.is("1 searches wait", () -> server.waiting() == 1);

      socket.close();

      // No thread is free and the deadline is far, so only the cancellation can end it.
      Eventually.is("0 searches wait", () -> server.waiting() == 0);
      // A search leaves the queue a moment before it is counted.
      Eventually.is("the search is counted", () -> server.counts().allEnded() == 1);
      assertThat(server.counts().ended(Outcome.CANCELLED)).isEqualTo(1);
      holding.release();
    }
    assertThat(Files.readString(log)).contains(",499,0,0,120000,\"abx\"");
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    socket.getOutputStream().flush();
  }

  @Test
  void aStoppingServerFinishesWhatRunsAndRefusesTheRest() throws Exception {
    try (var server = TestServer.start(index, TestServer.HOLDABLE);
        var holding = server.hold()) {
      var stopping =
          CompletableFuture.supplyAsync(() -> {
            try {
              return server.server.stop(Duration.ofMinutes(4));
            } catch (InterruptedException e) {
              throw new IllegalStateException(e);
            }
          });
      while (server.get("/ready").status() == 200) {
        Thread.onSpinWait();
      }

      Answer refused = server.get(TestServer.search("abx"));

      assertThat(refused.status()).isEqualTo(503);
      assertThat(refused.body()).contains("the server is stopping");
      assertThat(server.get("/health").status()).isEqualTo(200);
      assertThat(stopping).isNotDone();
      holding.release();
      assertThat(stopping.get()).isZero();
      for (CompletableFuture<Answer> answer : holding.answers) {
        assertThat(answer.get().status()).isEqualTo(200);
      }
    }
  }

  @Test
  void aStopDoesNotWaitForeverForStuckSearches() throws Exception {
    try (var server = TestServer.start(index, TestServer.HOLDABLE);
        var holding = server.hold()) {
      int left = server.server.stop(Duration.ofMillis(50));

      assertThat(left).isEqualTo(holding.answers.size());
      holding.release();
      for (CompletableFuture<Answer> answer : holding.answers) {
        // Cancelled, or already past its last border.
        assertThat(answer.get().status()).isIn(200, 503);
      }
    }
  }

  @Test
  void searchesGoOnWhileTheEngineIsReplaced() throws Exception {
    try (var server = TestServer.start(index, TestServer.SEQUENTIAL)) {
      var answers = new ArrayList<CompletableFuture<Answer>>();
      String[] policies = {"automatic", "fixed-2", "sequential"};
      for (int i = 0; i < 60; i++) {
        answers.add(server.sendAsync(TestServer.search("abx cdx")));
        if (i % 10 == 9) {
          EngineSetting next = TestServer.SEQUENTIAL.withPolicy(policies[i / 10 % 3]);
          server.service.change(i < 30 ? next : next.onEmulatedCores(4));
        }
      }
      for (CompletableFuture<Answer> answer : answers) {
        assertThat(answer.get().status()).as(answer.get().body()).isEqualTo(200);
      }
      assertThat(server.get(TestServer.search("abx")).json().get("policy").asText())
          .isEqualTo("sequential");
      assertThat(server.get("/metrics").body()).contains("curtail_cores{engine=\"serve\"} 4.0");
    }
  }

  @Test
  void aRefreshFindsNewDocumentsAndASearchKeepsItsIndex() throws Exception {
    Path changing = TestServer.index(own, 100);
    try (var server = TestServer.start(changing, TestServer.SEQUENTIAL)) {
      assertThat(server.service.refresh()).isFalse();
      assertThat(server.get(TestServer.search("newword")).json().get("matches").asInt()).isZero();
      var document = new Document();
      document.add(new TextField("body", "newword", Field.Store.NO));
      try (var writer =
          new IndexWriter(
              FSDirectory.open(changing),
              new IndexWriterConfig(server.parsing.analyzer())
                  .setOpenMode(IndexWriterConfig.OpenMode.APPEND))) {
        writer.addDocument(document);
      }
      assertThat(server.get(TestServer.search("newword")).json().get("matches").asInt()).isZero();

      assertThat(server.service.refresh()).isTrue();

      assertThat(server.get(TestServer.search("newword")).json().get("matches").asInt()).isOne();
    }
  }

  @Test
  void theAccessLogIsOneThatCurtailReads() throws Exception {
    Path log = own.resolve("access.csv");
    double intendedMs = System.currentTimeMillis() - 5000;
    try (var server = TestServer.logging(index, TestServer.SEQUENTIAL, log)) {
      server.get(TestServer.search("abx, \"cdx\"\n=1"), SearchRoutes.INTENDED, "" + intendedMs);
      server.get(TestServer.search("cdx"));
      server.get("/search?q=");
    }

    var times = new ArrayList<Double>();
    LatencyLog.read(log, LogColumns.UNSAID, (first, second, weight) -> times.add(first));
    assertThat(times).hasSize(3);
    assertThat(times.getFirst()).isBetween(5000.0, 300_000.0);
    assertThat(Files.readString(log)).contains("\"abx, \"\"cdx\"\"");
  }
}
