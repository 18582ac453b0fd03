package org.curtail.cli.serve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.curtail.Profile;
import org.curtail.cli.SmallText;
import org.curtail.cli.Terminal;
import org.curtail.cli.lucene.OpenIndex;
import org.curtail.cli.querylog.QueryParsing;
import org.curtail.cli.querylog.QuerySyntax;
import org.curtail.cli.ranking.Ranking;
import org.curtail.cli.serve.http.AccessLog;
import org.curtail.cli.serve.http.Limits;
import org.curtail.cli.serve.http.Routes;
import org.curtail.cli.serve.http.WebServer;
import org.curtail.cli.serve.search.EngineSetting;
import org.curtail.cli.serve.search.SearchService;
import org.curtail.cli.workload.QueryOptions;
import org.curtail.policies.Policies;
import org.curtail.runtime.Metrics;
import org.curtail.runtime.RequestListener;
import org.curtail.testkit.Eventually;

/** A server of a small index in this process, with clients over real HTTP. */
final class TestServer implements AutoCloseable {
  static final EngineSetting SEQUENTIAL = new EngineSetting("sequential", 2, false, 1000);

  /** An engine of few threads that lends no others to a search that is held. */
  static final EngineSetting HOLDABLE = new EngineSetting("adaptive", 1, false, 3);

  private static final Profile PROFILE =
      Profile.weighted("test", new double[][] {{2}, {9}}, new double[] {1, 1});

  static final SearchLimits LIMITS = new SearchLimits(100, 50, Duration.ofMinutes(2));
  private static final Limits WEB = new Limits(4096, 4096, 1000, Duration.ofSeconds(60));

  final SearchService service;
  final SearchServer server;
  final QueryParsing parsing;
  final Ranking ranking;
  private final Optional<AccessLog> log;
  private final HttpClient client = HttpClient.newHttpClient();

  private TestServer(
      OpenIndex index, EngineSetting engine, Ranking ranking, Optional<Path> log, Limits web)
      throws IOException, InterruptedException {
    parsing = new QueryOptions().parsing(index);
    this.ranking = ranking;
    service =
        SearchService.start(
            index,
            new SearchService.Setting(
                parsing,
                QuerySyntax.FREE,
                ranking,
                new Policies.Ingredients(Optional.of(PROFILE), Optional.empty())),
            engine,
            Optional.empty());
    this.log = log.map(file -> AccessLog.open(file, true));
    server =
        SearchServer.start(
            new WebServer.Setting("127.0.0.1", 0, Set.of("search.example"), web),
            service,
            LIMITS,
            this.log,
            TestServer::more);
  }

  private static void more(Routes routes) {
    routes.post(
        "/change",
        (request, body) -> request.response().end("changed to " + body.path("to").asText()));
  }

  static Path index(Path folder, int documents) throws IOException {
    Path text = SmallText.write(folder.resolve("text.jsonl"), documents);
    Path index = folder.resolve("index");
    Terminal.assertDone(Terminal.curtail("index", text, "--out", index));
    return index;
  }

  static TestServer start(Path index, EngineSetting engine)
      throws IOException, InterruptedException {
    return start(index, engine, new Ranking.Bm25(), Optional.empty(), WEB);
  }

  static TestServer start(
      Path index, EngineSetting engine, Ranking ranking, Optional<Path> log, Limits web)
      throws IOException, InterruptedException {
    return new TestServer(OpenIndex.open(index), engine, ranking, log, web);
  }

  static TestServer logging(Path index, EngineSetting engine, Path log)
      throws IOException, InterruptedException {
    return start(index, engine, new Ranking.Bm25(), Optional.of(log), WEB);
  }

  /** An answer. */
  record Answer(int status, HttpResponse<String> response) {
    String body() {
      return response.body();
    }

    JsonNode json() throws IOException {
      return new ObjectMapper().readTree(body());
    }
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(server.url() + path));
  }

  Answer get(String path, String... headers) throws IOException, InterruptedException {
    HttpRequest.Builder request = request(path);
    if (headers.length > 0) {
      request.headers(headers);
    }
    return send(request.build());
  }

  Answer send(HttpRequest request) throws IOException, InterruptedException {
    HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
    return new Answer(response.statusCode(), response);
  }

  CompletableFuture<Answer> sendAsync(String path, String... headers) {
    HttpRequest.Builder request = request(path);
    if (headers.length > 0) {
      request.headers(headers);
    }
    return client
        .sendAsync(request.build(), HttpResponse.BodyHandlers.ofString())
        .thenApply(response -> new Answer(response.statusCode(), response));
  }

  /** The path of a search. */
  static String search(String query) {
    return "/search?q=" + URLEncoder.encode(query, StandardCharsets.UTF_8);
  }

  /** A connection for bytes of any kind. */
  Socket connect() throws IOException {
    var socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
    socket.setSoTimeout(60_000);
    return socket;
  }

  /** Everything that the server sends until it closes the connection. */
  static String readAll(Socket socket) throws IOException {
    return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  /** Number of searches without an answer. */
  long running() {
    return service.engine().curtail().metrics().gauges().running();
  }

  /** Counts of requests so far. */
  Metrics.Counts counts() {
    return service.engine().curtail().metrics().counts();
  }

  long waiting() {
    return service.engine().curtail().metrics().gauges().waiting();
  }

  /** Searches that hold all threads of the engine until they are released. */
  final class Held implements AutoCloseable {
    private final CountDownLatch release = new CountDownLatch(1);
    final List<CompletableFuture<Answer>> answers = new ArrayList<>();

    private final RequestListener listener =
        new RequestListener() {
          @Override
          public void started(long request, long atNanos) {
            try {
              release.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          }
        };

    private Held() throws InterruptedException {
      service.addListener(listener);
      int threads = service.engine().curtail().threads();
      for (int i = 0; i < threads; i++) {
        int held = i;
        answers.add(sendAsync(search("abx")));
        Eventually.is("a search holds a further thread", () -> running() > held);
      }
    }

    void release() {
      service.removeListener(listener);
      release.countDown();
    }

    @Override
    public void close() {
      release();
    }
  }

  /** Holds all threads of the engine. */
  Held hold() throws InterruptedException {
    return new Held();
  }

  @Override
  public void close() throws IOException {
    server.close();
    service.close();
    log.ifPresent(AccessLog::close);
  }
}
