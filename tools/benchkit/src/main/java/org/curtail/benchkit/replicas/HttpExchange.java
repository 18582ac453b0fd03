package org.curtail.benchkit.replicas;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Sends a message, and sends it again at once if its connection is lost before the answer. A
 * connection may be lost if the previous exchange on it is cancelled at the moment of its end.
 * Clients of idempotent services usually retry in this way. A cancellation ends the connection,
 * which the server sees.
 *
 * @param <T> what is read from the answer
 */
public final class HttpExchange<T> extends CompletableFuture<T> {
  /** Greatest number of lost connections of a message; more of them mean another error. */
  private static final int MOST_LOST = 3;

  private final HttpClient http;
  private final HttpRequest message;
  private final Function<HttpResponse<String>, T> reading;
  private final LongAdder lost;
  private volatile @Nullable CompletableFuture<?> current;

  private HttpExchange(
      HttpClient http,
      HttpRequest message,
      Function<HttpResponse<String>, T> reading,
      LongAdder lost) {
    this.http = http;
    this.message = message;
    this.reading = reading;
    this.lost = lost;
  }

  /**
   * Sends a message.
   *
   * @param reading reads the answer; what it throws is the failure of the exchange
   * @param lost counts lost connections
   */
  public static <T> HttpExchange<T> send(
      HttpClient http,
      HttpRequest message,
      Function<HttpResponse<String>, T> reading,
      LongAdder lost) {
    var exchange = new HttpExchange<>(http, message, reading, lost);
    exchange.send(MOST_LOST);
    return exchange;
  }

  private void send(int left) {
    CompletableFuture<HttpResponse<String>> sent =
        http.sendAsync(message, HttpResponse.BodyHandlers.ofString());
    current = sent;
    if (isDone()) {
      sent.cancel(true);
    }
    var _ =
        sent.whenComplete((response, failure) -> {
          if (failure == null) {
            read(response);
          } else if (left > 0 && !isDone() && isLost(failure)) {
            lost.increment();
            send(left - 1);
          } else {
            completeExceptionally(failure);
          }
        });
  }

  private void read(HttpResponse<String> response) {
    try {
      complete(reading.apply(response));
    } catch (RuntimeException e) {
      completeExceptionally(e);
    }
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
