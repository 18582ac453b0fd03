package org.curtail.benchkit.replicas;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Sends a copy of every request without an answer after a delay: the hedged requests of The Tail at
 * Scale, without load guard.
 */
final class DelayedSender implements Sender {
  private final AttemptClient client;
  private final CopyDelay delay;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("delayed-copies").factory());
  private final LongAdder sent = new LongAdder();
  private final LongAdder overBudget = new LongAdder();

  DelayedSender(AttemptClient client, CopyDelay delay) {
    this.client = client;
    this.delay = delay;
  }

  @Override
  public CompletableFuture<Integer> send(LiveTrace trace, int request) {
    var call = new Call(trace, request);
    call.start(trace.replica(request, 0, List.of()), 0);
    call.hedge = timer.schedule(call::hedge, delay.nextNanos(), TimeUnit.NANOSECONDS);
    return call.answer;
  }

  /** A request with its attempts. */
  private final class Call {
    private final LiveTrace trace;
    private final int request;
    private final long beganNanos = System.nanoTime();
    private final CompletableFuture<Integer> answer = new CompletableFuture<>();
    private final ReplicaClient.@Nullable Copy[] copies =
        new ReplicaClient.@Nullable Copy[LiveTrace.COPIES];
    private int firstReplica;
    private int underWay;
    private volatile @Nullable ScheduledFuture<?> hedge;

    Call(LiveTrace trace, int request) {
      this.trace = trace;
      this.request = request;
    }

    /**
     * Starts an attempt. The attempt's answer may arrive on another thread before this method
     * returns; that thread then waits.
     */
    synchronized void start(int replica, int number) {
      firstReplica = number == 0 ? replica : firstReplica;
      underWay++;
      ReplicaClient.Copy copy = client.send(trace, request, number, replica);
      copies[number] = copy;
      var _ =
          copy.answer()
              .handleAsync(
                  (won, failure) -> {
                    ended(won, failure);
                    return won;
                  },
                  client.threads());
    }

    synchronized void hedge() {
      if (answer.isDone()) {
        return;
      }
      if (!delay.takesCopy()) {
        overBudget.increment();
      } else {
        sent.increment();
        start(trace.replica(request, 1, List.of(firstReplica)), 1);
      }
    }

    private void ended(@Nullable Integer won, @Nullable Throwable failure) {
      synchronized (this) {
        underWay--;
        if (failure != null && underWay > 0) {
          return;
        }
      }
      if (failure != null) {
        answer.completeExceptionally(failure);
      } else if (answer.complete(won)) {
        delay.answered(System.nanoTime() - beganNanos);
        stopOthers(won);
      }
    }

    private void stopOthers(@Nullable Integer won) {
      ScheduledFuture<?> due = hedge;
      if (due != null) {
        due.cancel(false);
      }
      synchronized (this) {
        for (int number = 0; number < copies.length; number++) {
          ReplicaClient.Copy copy = copies[number];
          if (copy != null && (won == null || number != won)) {
            copy.cancel();
          }
        }
      }
    }
  }

  @Override
  public SentCopies soFar() {
    return new SentCopies(sent.sum(), overBudget.sum(), 0, 0);
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
