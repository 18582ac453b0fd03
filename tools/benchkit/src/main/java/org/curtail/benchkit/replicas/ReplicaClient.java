package org.curtail.benchkit.replicas;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;

/**
 * Sends attempts of requests to replicas by the HTTP client of the JDK, over persistent
 * connections. Thread-safe.
 */
public final class ReplicaClient implements AttemptClient {
  private static final int OK = 200;

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).executor(threads).build();
  private final List<URI> replicas;
  private final LongAdder lost = new LongAdder();

  /**
   * Creates a client.
   *
   * @param replicas addresses of replicas, by number
   */
  public ReplicaClient(List<URI> replicas) {
    this.replicas = List.copyOf(replicas);
  }

  /**
   * A running attempt.
   *
   * @param answer number of the attempt, complete once it is answered
   * @param exchange exchange on a connection; its cancellation ends the connection
   */
  public record Copy(CompletableFuture<Integer> answer, CompletableFuture<?> exchange) {
    /** Cancels the attempt: its connection ends, which the replica sees. */
    public void cancel() {
      exchange.cancel(true);
    }
  }

  @Override
  public Executor threads() {
    return threads;
  }

  @Override
  public Copy send(LiveTrace trace, int request, int copy, int replica) {
    return send(trace.request(request, copy), replica);
  }

  /** Sends an attempt to a replica. */
  public Copy send(HoldRequest request, int replica) {
    HttpRequest message = HttpRequest.newBuilder(request.at(replicas.get(replica))).build();
    var exchange = HttpExchange.send(http, message, answer -> checked(request, answer), lost);
    return new Copy(exchange, exchange);
  }

  /** Returns the number of attempts that were sent again after a lost connection. */
  public long lostConnections() {
    return lost.sum();
  }

  private static int checked(HoldRequest request, HttpResponse<String> response) {
    if (response.statusCode() != OK || !response.body().equals(request.answer())) {
      throw new UncheckedIOException(
          new IOException(
              "expected the answer %s, found status %d with '%s'"
                  .formatted(request.answer(), response.statusCode(), response.body())));
    }
    return request.copy();
  }

  @Override
  public void close() {
    http.shutdownNow();
    threads.shutdownNow();
  }
}
