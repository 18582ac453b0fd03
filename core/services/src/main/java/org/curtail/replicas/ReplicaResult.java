package org.curtail.replicas;

import java.util.Arrays;
import org.curtail.Percentile;
import org.curtail.reissue.plan.ReissueObservation;
import org.curtail.sim.Backlog;

/**
 * The outcomes of a trace's requests. Immutable.
 *
 * <p>A <b>call</b> is a request to one shard: request i asks shards j = 0, 1, ... by the calls
 * {@code i * shards + j}. Latency counts from a request's arrival to its answer.
 */
public final class ReplicaResult {
  private final double[] latencyMillis;
  private final int shards;
  private final byte[] attempts;
  private final byte[] winners;
  private final ObservedAttempts observed;
  private final Usage usage;

  /**
   * Usage over the whole run.
   *
   * @param utilisation share of busy slots until the last arrival, over all replicas
   * @param servedMillis slot time of all copies
   * @param wonMillis part of it used by the copies that answered first
   * @param suppressed copies that were not sent for want of budget
   * @param keptUp true if requests did not pile up
   */
  record Usage(
      double utilisation, double servedMillis, double wonMillis, int suppressed, boolean keptUp) {}

  ReplicaResult(
      double[] latencyMillis,
      int shards,
      byte[] attempts,
      byte[] winners,
      ObservedAttempts observed,
      Usage usage) {
    this.latencyMillis = latencyMillis;
    this.shards = shards;
    this.attempts = attempts;
    this.winners = winners;
    this.observed = observed;
    this.usage = usage;
  }

  /**
   * Returns this result without the first requests, which met empty replicas. {@link #utilisation},
   * {@link #wastedShare}, {@link #suppressed} and {@link #keptUp} remain those of the whole run.
   *
   * @param count 0 to less than {@link #requests}
   */
  public ReplicaResult afterWarmUp(int count) {
    if (count < 0 || count >= requests()) {
      throw new IllegalArgumentException(
          "count must lie between 0 and %d: %d".formatted(requests() - 1, count));
    }
    int from = count * shards;
    return new ReplicaResult(
        Arrays.copyOfRange(latencyMillis, count, requests()),
        shards,
        Arrays.copyOfRange(attempts, from, attempts.length),
        Arrays.copyOfRange(winners, from, winners.length),
        observed.from(from),
        usage);
  }

  /** Returns the number of requests. */
  public int requests() {
    return latencyMillis.length;
  }

  /** Returns the number of requests times shards. */
  public int calls() {
    return attempts.length;
  }

  /** Returns the time from a request's arrival to its answer, by its place in the trace. */
  public double latencyMillis(int request) {
    return latencyMillis[request];
  }

  /** Returns all latencies, by place; a copy. */
  public double[] latenciesMillis() {
    return latencyMillis.clone();
  }

  /** Returns the mean latency. */
  public double meanMillis() {
    return Arrays.stream(latencyMillis).average().orElseThrow();
  }

  /** Returns a percentile of the latencies: nearest rank. */
  public double percentileMillis(double percentile) {
    double[] ascending = latencyMillis.clone();
    Arrays.sort(ascending);
    return Percentile.of(ascending, percentile);
  }

  /** Returns the number of attempts of a call, the original included. */
  public int attempts(int call) {
    return attempts[call];
  }

  /**
   * Returns the attempt that answered a call first: 0 for the original; -1 if none had answered
   * when enough other shards had.
   */
  public int winner(int call) {
    return winners[call];
  }

  /** Returns the number of copies per call. */
  public double reissueFraction() {
    long copies = 0;
    for (byte sent : attempts) {
      copies += sent - 1;
    }
    return copies / (double) attempts.length;
  }

  /** Returns the client's observations of originals and copies. */
  public ObservedAttempts observed() {
    return observed;
  }

  /** Returns the observation for a step of {@link org.curtail.reissue.plan.LoadFeedback}. */
  public ReissueObservation observation(double percentile) {
    return new ReissueObservation(
        keptUp() ? percentileMillis(percentile) : Double.POSITIVE_INFINITY,
        reissueFraction(),
        observed.attemptTimes());
  }

  /** Returns the share of busy slots, from 0 to the last arrival. */
  public double utilisation() {
    return usage.utilisation();
  }

  /** Returns the share of the used slot time that went into copies that did not answer first. */
  public double wastedShare() {
    // Both are sums of the same times if nothing is wasted, rounded differently.
    return usage.servedMillis() > 0 ? Math.max(0, 1 - usage.wonMillis() / usage.servedMillis()) : 0;
  }

  /** Returns the slot time of all copies, in milliseconds. */
  double servedMillis() {
    return usage.servedMillis();
  }

  /** Returns the number of copies that were not sent because the budget was spent. */
  public int suppressed() {
    return usage.suppressed();
  }

  /**
   * True if requests did not pile up until the end, by {@link Backlog}; otherwise latencies depend
   * on the length of the run.
   */
  public boolean keptUp() {
    return usage.keptUp();
  }
}
