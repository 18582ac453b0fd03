package org.curtail.hedge;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.IntToDoubleFunction;
import java.util.random.RandomGenerator;

/**
 * Replicas that serve their attempts one after the other, in order of arrival, on the clock of a
 * {@link SteppedHedge}. Calls arrive by a Poisson process, and copies go to another replica. An
 * attempt cancelled while it waits is not served.
 */
final class SimulatedReplicas {
  private static final long SECOND_NANOS = 1_000_000_000;

  private record Event(long atNanos, long order, Runnable what) {}

  private static final class Waiting {
    final CompletableFuture<String> answer = new CompletableFuture<>();
    boolean isCancelled;
  }

  private final SteppedHedge stepped;
  private final RandomGenerator random;
  private final double meanMillis;
  private final List<Deque<Waiting>> queues = new ArrayList<>();
  private final boolean[] isBusy;
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparingLong(Event::atNanos).thenComparingLong(Event::order));
  private long order;

  /** Factor of each replica's times. */
  private IntToDoubleFunction slowness = replica -> 1;

  SimulatedReplicas(SteppedHedge stepped, RandomGenerator random, int replicas, double meanMillis) {
    this.stepped = stepped;
    this.random = random;
    this.meanMillis = meanMillis;
    isBusy = new boolean[replicas];
    for (int i = 0; i < replicas; i++) {
      queues.add(new ArrayDeque<>());
    }
  }

  void slowness(IntToDoubleFunction times) {
    slowness = times;
  }

  /**
   * Lets calls arrive for a time. Calls under way at its end go on.
   *
   * @param load share of its time for which a replica is busy with first attempts, at its usual
   *     speed
   */
  void run(double seconds, double load) {
    long end = stepped.nanos() + Math.round(seconds * SECOND_NANOS);
    double perSecond = load * queues.size() * 1_000 / meanMillis;
    long arrival = stepped.nanos() + exponential(1e9 / perSecond);
    long watched = stepped.nanos() + SECOND_NANOS;
    while (true) {
      long timer = stepped.step();
      Event event = events.peek();
      long served = event == null ? Long.MAX_VALUE : event.atNanos();
      long next = Math.min(Math.min(arrival, timer), Math.min(served, watched));
      if (next > end) {
        stepped.advanceMillis((end - stepped.nanos()) / 1e6);
        return;
      }
      stepped.advanceMillis((next - stepped.nanos()) / 1e6);
      if (event != null && served == next) {
        events.remove();
        event.what().run();
      } else if (arrival == next) {
        arrival = next + exponential(1e9 / perSecond);
        stepped.hedge.call(this::arrive);
      } else if (watched == next) {
        watched += SECOND_NANOS;
        stepped.watch();
      }
    }
  }

  private CompletionStage<String> arrive(Attempt attempt) {
    List<Object> avoid = attempt.avoid();
    int replica = random.nextInt(queues.size());
    while (avoid.contains(replica)) {
      replica = random.nextInt(queues.size());
    }
    attempt.replica(replica);
    var waiting = new Waiting();
    attempt.onCancel(() -> waiting.isCancelled = true);
    queues.get(replica).add(waiting);
    serve(replica);
    return waiting.answer;
  }

  private void serve(int replica) {
    if (isBusy[replica]) {
      return;
    }
    Waiting next = queues.get(replica).poll();
    while (next != null && next.isCancelled) {
      next = queues.get(replica).poll();
    }
    if (next == null) {
      return;
    }
    Waiting served = next;
    isBusy[replica] = true;
    long nanos = exponential(meanMillis * 1e6 * slowness.applyAsDouble(replica));
    events.add(
        new Event(
            stepped.nanos() + nanos,
            order++,
            () -> {
              isBusy[replica] = false;
              served.answer.complete("replica " + replica);
              serve(replica);
            }));
  }

  private long exponential(double mean) {
    return Math.max(1, Math.round(-mean * Math.log(1 - random.nextDouble())));
  }
}
