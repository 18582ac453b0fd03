package org.curtail.replicas;

import java.util.Arrays;
import org.curtail.Percentile;
import org.curtail.reissue.plan.ReissueObservation;
import org.curtail.sim.Backlog;

/**
 * The results of a trace's requests. Immutable.
 *
 * <p>A <b>call</b> is a request to one shard. The call of request i to shard j has the index {@code
 * i * shards + j}. Latency is the time from a request's arrival to its answer.
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
   * @param servedMillis total slot time of all copies
   * @param wonMillis slot time of the copies that answered first
   * @param suppressed number of copies that the budget suppressed
   * @param keptUp true if the backlog did not grow
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
   * Returns this result without the first requests, as replicas are empty at first. {@link
   * #utilisation}, {@link #wastedShare}, {@link #suppressed} and {@link #keptUp} still describe the
   * whole run.
   *
   * @param count number of requests to leave out: 0 to less than {@link #requests}
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

  /** Returns the number of calls: requests times shards. */
  public int calls() {
    return attempts.length;
  }

  /**
   * Returns the latency of a request.
   *
   * @param request index in the trace
   */
  public double latencyMillis(int request) {
    return latencyMillis[request];
  }

  /** Returns a copy of all latencies, in the order of the trace. */
  public double[] latenciesMillis() {
    return latencyMillis.clone();
  }

  /** Returns the mean latency. */
  public double meanMillis() {
    return Arrays.stream(latencyMillis).average().orElseThrow();
  }

  /** Returns a percentile of the latencies by nearest rank. */
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
   * Returns the attempt that answered a call first: 0 for the original; -1 if enough other shards
   * answered earlier.
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

  /** Returns the share of the slot time used by copies that did not answer first. */
  public double wastedShare() {
    // Without waste, both are sums of the same times with different rounding.
    return usage.servedMillis() > 0 ? Math.max(0, 1 - usage.wonMillis() / usage.servedMillis()) : 0;
  }

  /** Returns the total slot time of all copies, in milliseconds. */
  double servedMillis() {
    return usage.servedMillis();
  }

  /** Returns the number of copies that the budget suppressed. */
  public int suppressed() {
    return usage.suppressed();
  }

  /**
   * True if the {@link Backlog} of requests did not grow until the end. If it grew, latencies
   * depend on the length of the run.
   */
  public boolean keptUp() {
    return usage.keptUp();
  }
}
