package org.curtail.cli.serve.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.curtail.cli.ranking.Ranking;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The page, its events and its controls over real HTTP. */
@Timeout(300)
class LivePageTest {
  @TempDir static Path folder;
  private static PageServer server;

  @BeforeAll
  static void start() throws Exception {
    server = PageServer.start(folder, 300, new Ranking.Bm25(), List.of("abx", "acx adx"));
  }

  @AfterAll
  static void end() throws IOException {
    server.close();
  }

  @ParameterizedTest
  @CsvSource({
    "/,text/html; charset=utf-8",
    "/live/live.js,text/javascript; charset=utf-8",
    "/live/bars.js,text/javascript; charset=utf-8",
    "/live/plots.js,text/javascript; charset=utf-8",
    "/live/replicas.js,text/javascript; charset=utf-8",
    "/live/uPlot.iife.min.js,text/javascript; charset=utf-8",
    "/live/uPlot.min.css,text/css; charset=utf-8",
    "/live/live.css,text/css; charset=utf-8"
  })
  void filesComeFromThisServerOnly(String path, String type) throws Exception {
    HttpResponse<String> answer = server.get(path);

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("content-type")).contains(type);
    assertThat(answer.headers().firstValue("content-security-policy").orElseThrow())
        .contains("default-src 'none'", "script-src 'self'");
    if (!path.contains("uPlot")) {
      assertThat(answer.body()).doesNotContain("http://", "https://", "innerHTML");
    }
  }

  /** Reads events until all of these have come. */
  private static JsonNode read(BufferedReader lines, String wanted) throws IOException {
    String name = "";
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith("event: ")) {
        name = line.substring("event: ".length());
      } else if (line.startsWith("data: ") && name.equals(wanted)) {
        return PageServer.json(line.substring("data: ".length()));
      }
    }
    throw new AssertionError("no event " + wanted);
  }

  @Test
  void aViewerFirstGetsTheStateAndThenAPointEachSecond() throws Exception {
    try (var lines =
        new BufferedReader(
            new InputStreamReader(
                server.events("/live/events?view=server").body(), StandardCharsets.UTF_8))) {
      assertThat(read(lines, "hello").path("points").isArray()).isTrue();
      JsonNode state = read(lines, "state");
      assertThat(state.path("cores").asInt()).isEqualTo(16);
      assertThat(state.path("policy").asText()).isEqualTo("sequential");
      assertThat(state.path("explain").asText()).isEqualTo("one thread a request");
      assertThat(read(lines, "bars").path("all").asBoolean()).isTrue();
      assertThat(read(lines, "point").size()).isEqualTo(7);
    }
  }

  @Test
  void theThreeServersTakeCallsWhileSomebodyWatches() throws Exception {
    try (var lines =
        new BufferedReader(
            new InputStreamReader(
                server.events("/live/events?view=replicas").body(), StandardCharsets.UTF_8))) {
      JsonNode first = read(lines, "replicas");
      assertThat(first.path("servers").size()).isEqualTo(Replicas.SERVERS);
      assertThat(first.path("hedge").asBoolean()).isFalse();

      assertThat(server.change("{\"replicas\":{\"replica\":1,\"pause\":true}}").statusCode())
          .isEqualTo(200);
      JsonNode paused = read(lines, "replicas");
      while (paused.path("servers").path(1).path("firsts").asInt() < 5) {
        paused = read(lines, "replicas");
      }
      assertThat(paused.path("servers").path(1).path("paused").asBoolean()).isTrue();

      assertThat(server.change("{\"replicas\":{\"hedge\":true}}").statusCode()).isEqualTo(200);
      JsonNode hedged = read(lines, "replicas");
      while (hedged.path("copies").asText().equals("0.0 %")) {
        hedged = read(lines, "replicas");
      }
      assertThat(hedged.path("explain").asText()).isNotEmpty();
      server.change("{\"replicas\":{\"replica\":1,\"pause\":false}}");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[]",
        "7",
        "{\"load\":\"much\"}",
        "{\"load\":0}",
        "{\"load\":1e9}",
        "{\"policy\":\"tail-index\"}",
        "{\"policy\":\"<script>\"}",
        "{\"policy\":null}",
        "{\"cores\":65}",
        "{\"cores\":0}",
        "{\"cores\":2.5}",
        "{\"running\":\"yes\"}",
        "{\"versus\":{\"a\":\"sequential\"}}",
        "{\"versus\":{\"a\":\"sequential\",\"b\":\"fixed-4\"}}",
        "{\"replicas\":{}}",
        "{\"speed\":1}",
        "{\"load\""
      })
  void aChangeThatIsNoneIsRefusedWithASentence(String body) throws Exception {
    HttpResponse<String> answer = server.change(body);

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(PageServer.json(answer.body()).path("error").asText()).contains("expected");
  }

  @Test
  void aChangeNeedsTheOriginOfThisPage() throws Exception {
    HttpRequest request =
        server
            .request("/live/control")
            .header("Content-Type", "application/json")
            .header("Origin", "http://other.example")
            .POST(HttpRequest.BodyPublishers.ofString("{\"load\":50}"))
            .build();

    assertThat(
            java.net.http.HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .statusCode())
        .isEqualTo(403);
  }

  @Test
  void coresAndPolicyChange() throws Exception {
    assertThat(server.change("{\"cores\":8}").statusCode()).isEqualTo(200);
    assertThat(server.change("{\"policy\":\"fixed-4\"}").statusCode()).isEqualTo(200);
    await("fixed-4", 8);
    assertThat(server.change("{\"cores\":16,\"policy\":\"sequential\"}").statusCode())
        .isEqualTo(200);
    await("sequential", 16);
  }

  private static void await(String policy, int cores) throws InterruptedException {
    Set<String> seen = new HashSet<>();
    while (!seen.contains(policy + cores)) {
      var setting = server.service().engine().setting();
      seen.add(setting.policy() + setting.cores());
      Thread.sleep(10);
    }
  }
}
