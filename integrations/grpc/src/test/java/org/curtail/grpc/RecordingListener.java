package org.curtail.grpc;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A caller's listener that records its calls, and checks that only one thread calls it at a time.
 */
class RecordingListener extends ClientCall.Listener<String> {
  private final Queue<String> events = new ConcurrentLinkedQueue<>();
  private final Queue<String> messages = new ConcurrentLinkedQueue<>();
  private final CompletableFuture<Void> ready = new CompletableFuture<>();
  private final CompletableFuture<Void> anyMessage = new CompletableFuture<>();
  private final CompletableFuture<Status> closed = new CompletableFuture<>();
  private final AtomicInteger ends = new AtomicInteger();
  private final AtomicBoolean isBusy = new AtomicBoolean();
  private volatile boolean isDisturbed;
  private volatile @Nullable Metadata headers;
  private volatile @Nullable Metadata trailers;

  private void enter() {
    isDisturbed |= !isBusy.compareAndSet(false, true) || ends.get() > 0;
  }

  @Override
  public void onReady() {
    enter();
    ready.complete(null);
    isBusy.set(false);
  }

  @Override
  public void onHeaders(Metadata received) {
    enter();
    headers = received;
    events.add("headers " + ours(received));
    isBusy.set(false);
  }

  @Override
  public void onMessage(String message) {
    enter();
    messages.add(message);
    events.add("message " + message);
    anyMessage.complete(null);
    isBusy.set(false);
  }

  @Override
  public void onClose(Status status, Metadata received) {
    enter();
    trailers = received;
    events.add("close " + text(status) + " " + ours(received));
    ends.incrementAndGet();
    isBusy.set(false);
    closed.complete(status);
  }

  /** Returns the entries of tests; gRPC adds others, such as encodings. */
  private static String ours(Metadata metadata) {
    return metadata.keys().stream()
        .filter(key -> key.startsWith("x-"))
        .sorted()
        .map(key -> key + "=" + metadata.get(ServedAttempt.key(key)))
        .collect(Collectors.joining(", ", "{", "}"));
  }

  /** Returns a status without parts that change from run to run. */
  static String text(Status status) {
    Throwable cause = status.getCause();
    String description = status.getDescription();
    // The text after a bracket is the time of each step.
    String steady =
        description == null ? null : description.replaceAll("\\[.*", "").replaceAll("[\\d.]+", "#");
    return status.getCode() + " " + steady + " " + (cause == null ? null : cause.getClass());
  }

  /** Returns the calls of this listener in order, without onReady. */
  List<String> events() {
    return List.copyOf(events);
  }

  List<String> messages() {
    return List.copyOf(messages);
  }

  void awaitReady() throws Exception {
    ready.get(1, MINUTES);
  }

  void awaitMessage() throws Exception {
    anyMessage.get(1, MINUTES);
  }

  CompletableFuture<Status> closed() {
    return closed;
  }

  /** Waits for the end. */
  Status status() throws Exception {
    Status status = closed.get(1, MINUTES);
    assertThat(isDisturbed).as("two at a time, or after the end: %s", events).isFalse();
    return status;
  }

  int ends() {
    return ends.get();
  }

  boolean isDisturbed() {
    return isDisturbed;
  }

  @Nullable String header(Metadata.Key<String> key) {
    Metadata received = headers;
    return received == null ? null : received.get(key);
  }

  @Nullable String trailer(Metadata.Key<String> key) {
    Metadata received = trailers;
    return received == null ? null : received.get(key);
  }
}
