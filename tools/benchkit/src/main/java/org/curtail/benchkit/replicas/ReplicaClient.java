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
 * Sends copies of requests to replicas, by the HTTP client of the JDK, over persistent connections.
 * Thread-safe.
 */
public final class ReplicaClient implements AutoCloseable {
  private static final int OK = 200;

  /** Limit of lost connections; more mean another error. */
  private static final int MOST_LOST = 3;

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).executor(threads).build();
  private final List<URI> replicas;
  private final LongAdder lost = new LongAdder();

  /** Creates a client of these replicas, by number. */
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
    /** Cancels it: the replica sees that the connection ends. */
    public void cancel() {
      exchange.cancel(true);
    }
  }

  /** Threads for actions after answers. */
  public Executor threads() {
    return threads;
  }

  /** Sends a copy to a replica. */
  public Copy send(HoldRequest request, int replica) {
    HttpRequest message = HttpRequest.newBuilder(request.at(replicas.get(replica))).build();
    var exchange = new Exchange(message);
    exchange.send(MOST_LOST);
    return new Copy(exchange.thenCompose(response -> checked(request, response)), exchange);
  }

  /** Number of copies sent again so far because their connection was lost. */
  public long lostConnections() {
    return lost.sum();
  }

  /**
   * Sends a message, and sends it again at once if its connection is lost before the answer: the
   * cancellation of an exchange at the moment of its end may end the connection under the next one,
   * which has taken it over. Every client of an idempotent service does so.
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
