package org.curtail.benchkit.replicas;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntFunction;
import java.util.function.IntToLongFunction;
import org.curtail.benchkit.openloop.Block;
import org.curtail.benchkit.openloop.OpenLoop;
import org.curtail.benchkit.terminal.Failure;
import org.curtail.benchkit.trust.MachineTimes;
import org.jspecify.annotations.Nullable;

/**
 * A block of requests, sent at their planned arrivals, until the last answer.
 *
 * <p>Latency counts from the planned arrival. The first and the last requests do not count: servers
 * are empty before the first ones, and no request follows the last ones.
 *
 * @param <A> the answer of a request
 */
public final class AnsweredBlock<A> {
  /** Longest wait for answers; after it, a request hangs. */
  public static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(5);

  private final int requests;
  private final OpenLoop<CompletableFuture<A>> loop;
  private final long[] endNanos;
  private final AtomicReferenceArray<@Nullable A> answers;
  private final CountDownLatch left;
  private final ConcurrentLinkedQueue<String> failures = new ConcurrentLinkedQueue<>();

  /**
   * Creates the block.
   *
   * @param requests number of requests: at least 1
   * @param dueAfterNanos planned arrival of each request since the begin; not decreasing
   * @param service sends a request without waiting for its answer
   */
  public AnsweredBlock(
      int requests, IntToLongFunction dueAfterNanos, IntFunction<CompletableFuture<A>> service) {
    this.requests = requests;
    loop = new OpenLoop<>((request, poll) -> send(service, request), requests, dueAfterNanos);
    endNanos = new long[requests];
    answers = new AtomicReferenceArray<>(requests);
    left = new CountDownLatch(requests);
  }

  /**
   * Sends all requests and waits for their answers; empty if the user stopped the work.
   *
   * @throws IllegalStateException if requests have no answer minutes after the last arrival
   */
  public Optional<MeasuredBlock> run() throws InterruptedException {
    MachineTimes machine = MachineTimes.now();
    loop.run();
    awaitAnswers();
    MachineTimes taken = MachineTimes.now().since(machine);
    return loop.handedOver() < requests ? Optional.empty() : Optional.of(measured(taken));
  }

  /** Returns the answer of a request; null without an answer. */
  public @Nullable A answer(int request) {
    return answers.get(request);
  }

  /** Returns the index of the first request that counts. */
  public int firstCounted() {
    return Block.ramp(requests);
  }

  private CompletableFuture<A> send(IntFunction<CompletableFuture<A>> service, int request) {
    CompletableFuture<A> answer = service.apply(request);
    var _ =
        answer.whenComplete((value, failure) -> {
          endNanos[request] = System.nanoTime();
          if (failure == null) {
            answers.set(request, value);
          } else {
            failures.add(Failure.reason(failure));
          }
          left.countDown();
        });
    return answer;
  }

  private void awaitAnswers() throws InterruptedException {
    for (int i = loop.handedOver(); i < requests; i++) {
      left.countDown();
    }
    if (!left.await(LONGEST_NANOS, TimeUnit.NANOSECONDS)) {
      throw new IllegalStateException(
          "%d of %d requests have no answer %d minutes after the last one came"
              .formatted(left.getCount(), requests, TimeUnit.NANOSECONDS.toMinutes(LONGEST_NANOS)));
    }
  }

  private MeasuredBlock measured(MachineTimes taken) {
    int ramp = firstCounted();
    double[] latencyMs = new double[requests - 2 * ramp];
    double[] latenessMs = new double[latencyMs.length];
    for (int i = 0; i < latencyMs.length; i++) {
      int request = ramp + i;
      latencyMs[i] = (endNanos[request] - loop.dueNanos(request)) / 1e6;
      latenessMs[i] = loop.latenessNanos(request) / 1e6;
    }
    return new MeasuredBlock(
        latencyMs,
        latenessMs,
        requests,
        failures.size(),
        Optional.ofNullable(failures.peek()),
        taken.wallMs(),
        taken.cpuMs(),
        taken.gcMs());
  }
}
