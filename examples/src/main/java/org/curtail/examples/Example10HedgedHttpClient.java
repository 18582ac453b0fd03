package org.curtail.examples;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Reader;
import java.io.Writer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.curtail.hedge.Attempt;
import org.curtail.hedge.Hedge;
import org.curtail.hedge.HedgeMetrics;
import org.curtail.reissue.AttemptTimes;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePlan;
import org.curtail.reissue.ReissuePlanner;
import org.curtail.services.json.ReissuePlanJson;

/**
 * The JDK's HTTP client with hedging. Three replicas answer at once, but now and then a replica
 * pauses. Such a pause is noise, and another replica helps. The program measures the times of
 * requests, plans the delay and the probability of copies, and hedges by this plan.
 */
public class Example10HedgedHttpClient {
  private static final int REQUESTS = 600;

  private static final HttpClient client = HttpClient.newHttpClient();
  private static final List<URI> replicas = new ArrayList<>();
  private static final AtomicInteger turn = new AtomicInteger();

  public static void main(String[] args) throws Exception {
    Path folder = args.length > 0 ? Path.of(args[0]) : Files.createTempDirectory("curtail");
    Path planFile = folder.resolve("reissue.json");
    List<HttpServer> servers = startReplicas();
    System.out.println(REQUESTS + " requests to 3 replicas; 2 in 100 meet a pause of 300 ms");

    times(200, () -> get(pick(List.of()))); // the JVM compiles: not learned
    double[] without = times(REQUESTS, () -> get(pick(List.of())));

    // The plan with the lowest p99 for copies of at most 5 requests in 100. `curtail reissue`
    // makes such a file from a log.
    var goal = new ReissueGoal(99, 0.05);
    try (Writer file = Files.newBufferedWriter(planFile)) {
      ReissuePlanJson.write(ReissuePlanner.singleR(AttemptTimes.independent(without), goal), file);
    }

    ReissuePlan plan;
    try (Reader json = Files.newBufferedReader(planFile)) {
      plan = ReissuePlanJson.read(json, planFile.toString()).plan();
    }
    try (Hedge hedge =
        Hedge.of(plan)
            .named("catalog")
            .idempotent()
            .retrying(failure -> failure instanceof IOException) // within the budget
            .fatal(failure -> failure instanceof NoSuchItem) // no replica has this item
            .start()) {
      Duration timeout = Duration.ofSeconds(10);
      double[] with = times(REQUESTS, () -> hedge.call(attempt -> send(attempt), timeout));
      replicasAreIdle.arriveAndAwaitAdvance();

      HedgeMetrics.Counts counts = hedge.metrics().counts();
      System.out.printf("%-26s %10s %10s%n", "", "without", "hedging");
      print("median ms", percentile(50, without), percentile(50, with));
      print("99th percentile ms", percentile(99, without), percentile(99, with));
      System.out.printf("%-26s %10d %10d%n", "sent again", 0, counts.hedges());
      System.out.printf("%-26s %10d %10d%n", "answered by the copy", 0, counts.won());
      System.out.printf("%-26s %10d %10d%n", "stopped by the client", 0, stopped.get());
      System.out.println();
      System.out.print(hedge.explain());
    }
    servers.forEach(server -> server.stop(0));
  }

  /** One attempt, to a replica without an earlier attempt of this call. */
  private static CompletableFuture<HttpResponse<String>> send(Attempt attempt) {
    URI replica = pick(attempt.avoid());
    attempt.replica(replica);
    CompletableFuture<HttpResponse<String>> sent = get(replica);
    // If another attempt wins, the client ends this exchange.
    attempt.onCancel(() -> sent.cancel(false));
    return sent.thenCompose(Example10HedgedHttpClient::checked);
  }

  /** Makes failures of error statuses; for the HTTP client an error status is an answer. */
  private static CompletableFuture<HttpResponse<String>> checked(HttpResponse<String> response) {
    int status = response.statusCode();
    if (status == 200) {
      return CompletableFuture.completedFuture(response);
    }
    return CompletableFuture.failedFuture(
        status == 404 ? new NoSuchItem(response.uri()) : new IOException("status " + status));
  }

  /** A failure that another replica would repeat. */
  private static final class NoSuchItem extends Exception {
    private static final long serialVersionUID = 1;

    NoSuchItem(URI item) {
      super("no such item: " + item);
    }
  }

  private static CompletableFuture<HttpResponse<String>> get(URI replica) {
    return client.sendAsync(HttpRequest.newBuilder(replica).build(), BodyHandlers.ofString());
  }

  /** Returns the next replica in turn, without those to avoid. */
  private static URI pick(List<Object> avoid) {
    URI picked = replicas.get(turn.getAndIncrement() % replicas.size());
    return avoid.contains(picked) ? pick(avoid) : picked;
  }

  /** Returns the times of consecutive requests, in milliseconds. */
  private static double[] times(
      int requests, Supplier<CompletableFuture<HttpResponse<String>>> get) {
    double[] millis = new double[requests];
    for (int i = 0; i < requests; i++) {
      long startNanos = System.nanoTime();
      String answer = get.get().join().body();
      millis[i] = (System.nanoTime() - startNanos) / 1e6;
      if (!answer.endsWith("done")) {
        throw new IllegalStateException("half an answer: " + answer);
      }
    }
    return millis;
  }

  private static double percentile(double percentile, double[] millis) {
    double[] sorted = millis.clone();
    Arrays.sort(sorted);
    return sorted[(int) Math.ceil(percentile / 100 * sorted.length) - 1];
  }

  private static void print(String name, double without, double with) {
    System.out.printf("%-26s %10.1f %10.1f%n", name, without, with);
  }

  // ---- The replicas.

  private static final AtomicInteger received = new AtomicInteger();
  private static final AtomicInteger stopped = new AtomicInteger();
  private static final Phaser replicasAreIdle = new Phaser(1);

  private static List<HttpServer> startReplicas() throws IOException {
    var servers = new ArrayList<HttpServer>();
    for (int i = 0; i < 3; i++) {
      var anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
      HttpServer server = HttpServer.create(anyPort, 0);
      server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
      server.createContext("/", Example10HedgedHttpClient::answer);
      server.start();
      servers.add(server);
      replicas.add(URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/item"));
    }
    return servers;
  }

  /** Answers; every 50th answer has a pause, with a dot every 10 ms. */
  private static void answer(HttpExchange exchange) throws IOException {
    replicasAreIdle.register();
    int dots = received.incrementAndGet() % 50 == 0 ? 30 : 0;
    try (exchange) {
      exchange.sendResponseHeaders(200, 0);
      OutputStream body = exchange.getResponseBody();
      for (int i = 0; i < dots; i++) {
        Thread.sleep(10);
        body.write('.');
        body.flush(); // fails after the client has ended the exchange
      }
      body.write("done".getBytes(US_ASCII));
      body.close();
    } catch (IOException e) {
      stopped.incrementAndGet();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      replicasAreIdle.arriveAndDeregister();
    }
  }
}
