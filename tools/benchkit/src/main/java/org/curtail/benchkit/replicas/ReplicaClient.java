package org.curtail.benchkit.replicas;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Sends attempts of requests to replicas by the HTTP client of the JDK, over persistent
 * connections. Thread-safe.
 */
public final class ReplicaClient implements AttemptClient {
  private static final int OK = 200;

  /** Greatest number of lost connections of a message; more of them mean another error. */
  private static final int MOST_LOST = 3;

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
    var exchange = new Exchange(message);
    exchange.send(MOST_LOST);
    return new Copy(exchange.thenCompose(response -> checked(request, response)), exchange);
  }

  /** Returns the number of attempts that were sent again after a lost connection. */
  public long lostConnections() {
    return lost.sum();
  }

  /**
   * Sends a message, and sends it again at once if its connection is lost before the answer. A
   * connection may be lost if the previous exchange on it is cancelled at the moment of its end.
   * Clients of idempotent services usually retry in this way.
   */
  private final class Exchange extends CompletableFuture<HttpResponse<String>> {
    private final HttpRequest message;
    private volatile @Nullable CompletableFuture<?> current;

    Exchange(HttpRequest message) {
      this.message = message;
    }

    void send(int left) {
      CompletableFuture<HttpResponse<String>> sent =
          http.sendAsync(message, HttpResponse.BodyHandlers.ofString());
      current = sent;
      if (isDone()) {
        sent.cancel(true);
      }
      var _ =
          sent.whenComplete((response, failure) -> {
            if (failure == null) {
              complete(response);
            } else if (left > 0 && !isDone() && isLost(failure)) {
              lost.increment();
              send(left - 1);
            } else {
              completeExceptionally(failure);
            }
          });
    }

    private static boolean isLost(Throwable failure) {
      Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
      return cause instanceof IOException && !(cause instanceof HttpTimeoutException);
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
      boolean cancelled = super.cancel(mayInterruptIfRunning);
      CompletableFuture<?> sent = current;
      if (sent != null) {
        sent.cancel(mayInterruptIfRunning);
      }
      return cancelled;
    }
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
