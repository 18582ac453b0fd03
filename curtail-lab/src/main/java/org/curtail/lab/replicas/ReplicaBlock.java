package org.curtail.lab.replicas;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.curtail.measurement.openloop.Block;
import org.curtail.measurement.openloop.OpenLoop;
import org.curtail.measurement.terminal.Failure;
import org.curtail.measurement.trust.MachineTimes;

/**
 * One policy on one trace, from idle replicas to idle replicas.
 *
 * <p>Latency counts from when a request was due. The first and the last requests do not count, as
 * in every block: replicas are empty first, and nobody comes behind the last.
 */
final class ReplicaBlock {
  /** Longer than any queue that two cores can serve; then something hangs. */
  private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(5);

  private static final int NOT_ANSWERED = -1;

  private final LiveReplicas replicas;
  private final Sender sender;
  private final LiveTrace trace;
  private final long[] endNanos;
  private final int[] winner;
  private final CountDownLatch left;
  private final ConcurrentLinkedQueue<String> failures = new ConcurrentLinkedQueue<>();

  ReplicaBlock(LiveReplicas replicas, Sender sender, LiveTrace trace) {
    this.replicas = replicas;
    this.sender = sender;
    this.trace = trace;
    endNanos = new long[trace.size()];
    winner = new int[trace.size()];
    left = new CountDownLatch(trace.size());
  }

  /**
   * Serves it; empty if the user stopped the work in the middle.
   *
   * @throws IllegalStateException if requests have no answer for minutes after the last one came
   */
  Optional<ReplicaOutcome> run() throws InterruptedException {
    SentCopies before = sender.soFar();
    MachineTimes machine = MachineTimes.now();
    var loop =
        new OpenLoop<CompletableFuture<Integer>>(
            (request, poll) -> send(request), trace.size(), trace::dueNanos);
    replicas.disturb(trace.disturbances(), System.nanoTime());
    loop.run();
    awaitAnswers(loop);
    MachineTimes taken = MachineTimes.now().since(machine);
    if (!replicas.calmDown(LONGEST_NANOS)) {
      throw new IllegalStateException("replicas are still busy minutes after the last answer");
    }
    return loop.handedOver() < trace.size()
        ? Optional.empty()
        : Optional.of(outcome(loop, sender.soFar().since(before), taken));
  }

  private CompletableFuture<Integer> send(int request) {
    CompletableFuture<Integer> answer = sender.send(trace, request);
    var _ =
        answer.whenComplete((copy, failure) -> {
          endNanos[request] = System.nanoTime();
          winner[request] = failure == null ? copy : NOT_ANSWERED;
          if (failure != null) {
            failures.add(Failure.reason(failure));
          }
          left.countDown();
        });
    return answer;
  }

  private void awaitAnswers(OpenLoop<?> loop) throws InterruptedException {
    for (int i = loop.handedOver(); i < trace.size(); i++) {
      left.countDown();
    }
    if (!left.await(LONGEST_NANOS, TimeUnit.NANOSECONDS)) {
      throw new IllegalStateException(
          "%d of %d requests have no answer %d minutes after the last one came"
              .formatted(
                  left.getCount(), trace.size(), TimeUnit.NANOSECONDS.toMinutes(LONGEST_NANOS)));
    }
  }

  private ReplicaOutcome outcome(OpenLoop<?> loop, SentCopies copies, MachineTimes taken) {
    int ramp = Block.ramp(trace.size());
    int counted = trace.size() - 2 * ramp;
    double[] latencyMs = new double[counted];
    double[] latenessMs = new double[counted];
    double[] beyondMs = new double[counted];
    for (int i = 0; i < counted; i++) {
      int request = ramp + i;
      latencyMs[i] = (endNanos[request] - loop.dueNanos(request)) / 1e6;
      latenessMs[i] = loop.latenessNanos(request) / 1e6;
      beyondMs[i] = latencyMs[i] - trace.request(request, 0).nanos() / 1e6;
    }
    int won = 0;
    for (int i = 0; i < trace.size(); i++) {
      won += winner[i] > 0 ? 1 : 0;
    }
    return new ReplicaOutcome(
        latencyMs,
        latenessMs,
        beyondMs,
        trace.size(),
        copies,
        won,
        failures.size(),
        Optional.ofNullable(failures.peek()),
        taken.wallMs(),
        taken.cpuMs(),
        taken.gcMs());
  }
}
