package org.curtail.replicas;

import java.util.Arrays;
import java.util.List;
import org.curtail.replicas.ReplicaSimulation.FanOut;
import org.curtail.sim.Backlog;

/** Collects the results of requests. */
final class ReplicaTally {
  private static final double NANOS_PER_MILLI = 1e6;

  private final ReplicaTrace trace;
  private final int shards;
  private final double[] latencyMillis;

  /** Number of shards that must still answer, by request. */
  private final int[] wanted;

  private final byte[] attempts;
  private final byte[] winners;
  private final ObservedAttempts observed;
  private double wonMillis;

  ReplicaTally(ReplicaTrace trace, FanOut fanOut) {
    this.trace = trace;
    shards = fanOut.shards();
    latencyMillis = new double[trace.size()];
    wanted = new int[trace.size()];
    Arrays.fill(wanted, fanOut.needed());
    attempts = new byte[trace.size() * shards];
    winners = new byte[trace.size() * shards];
    Arrays.fill(winners, (byte) -1);
    observed = new ObservedAttempts(trace.size() * shards);
  }

  /** Counts a sent attempt. */
  void sent(Call call) {
    attempts[call.index]++;
  }

  /** Records the end or the cancellation of an attempt. */
  void ended(Copy copy, double nowMillis, boolean cancelled) {
    observed.ended(copy, nowMillis, cancelled);
  }

  /**
   * Records the answer of a call.
   *
   * @return true if the request now has its answer
   */
  boolean answered(Call call, Copy winner, double nowMillis) {
    winners[call.index] = (byte) winner.attempt;
    wonMillis += winner.workMillis;
    boolean complete = --wanted[call.request] == 0;
    if (complete) {
      latencyMillis[call.request] = Copy.elapsedMillis(call.arrivalMillis, nowMillis);
    }
    return complete;
  }

  ReplicaResult result(List<Server> servers, int suppressed) {
    double busyMillis = servers.stream().mapToDouble(Server::busyMillis).sum();
    double slots = servers.stream().mapToDouble(server -> server.slots).sum();
    double untilMillis = trace.arrivalMillis(trace.size() - 1);
    return new ReplicaResult(
        latencyMillis,
        shards,
        attempts,
        winners,
        observed,
        new ReplicaResult.Usage(
            untilMillis > 0 ? busyMillis / (untilMillis * slots) : 0,
            servers.stream().mapToDouble(Server::servedMillis).sum(),
            wonMillis,
            suppressed,
            keptUp((int) Math.min(Integer.MAX_VALUE, slots / shards))));
  }

  private boolean keptUp(int slotsOfShard) {
    long[] arrivalNanos = new long[latencyMillis.length];
    long[] latencyNanos = new long[latencyMillis.length];
    for (int i = 0; i < latencyMillis.length; i++) {
      arrivalNanos[i] = Math.round(trace.arrivalMillis(i) * NANOS_PER_MILLI);
      latencyNanos[i] = Math.round(latencyMillis[i] * NANOS_PER_MILLI);
    }
    return !Backlog.grows(arrivalNanos, latencyNanos, slotsOfShard);
  }
}
