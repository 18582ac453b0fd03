package org.curtail.lab.replicas;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Sends copies of requests to replicas, by the HTTP client of the JDK, over connections that are
 * kept. Safe for all threads.
 */
public final class ReplicaClient implements AutoCloseable {
  private static final int OK = 200;

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).executor(threads).build();
  private final List<URI> replicas;

  /** Sends to these, by number. */
  public ReplicaClient(List<URI> replicas) {
    this.replicas = List.copyOf(replicas);
  }

  /**
   * A copy that is under way.
   *
   * @param answer its number, once it is answered
   * @param exchange ends with its connection if it is cancelled
   */
  public record Copy(CompletableFuture<Integer> answer, CompletableFuture<?> exchange) {
    /** Takes it back: the replica sees that the connection ends. */
    public void cancel() {
      exchange.cancel(true);
    }
  }

  /** Threads for what is to be done when a copy is answered. */
  public Executor threads() {
    return threads;
  }

  /** Sends a copy to a replica. */
  public Copy send(HoldRequest request, int replica) {
    HttpRequest message = HttpRequest.newBuilder(request.at(replicas.get(replica))).build();
    CompletableFuture<HttpResponse<String>> exchange =
        http.sendAsync(message, HttpResponse.BodyHandlers.ofString());
    return new Copy(exchange.thenCompose(response -> checked(request, response)), exchange);
  }

  private static CompletableFuture<Integer> checked(
      HoldRequest request, HttpResponse<String> response) {
    boolean right = response.statusCode() == OK && response.body().equals(request.answer());
    return right
        ? CompletableFuture.completedFuture(request.copy())
        : CompletableFuture.failedFuture(
            new IOException(
                "expected the answer %s, found status %d with '%s'"
                    .formatted(request.answer(), response.statusCode(), response.body())));
  }

  @Override
  public void close() {
    http.shutdownNow();
    threads.shutdownNow();
  }
}
