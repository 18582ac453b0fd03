package org.curtail.replicas;

import java.util.Arrays;
import org.curtail.Percentile;
import org.curtail.reissue.plan.ReissueObservation;
import org.curtail.sim.Backlog;

/**
 * What became of a trace's requests. Immutable.
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
   * What was used, over the whole run.
   *
   * @param utilisation share of the slots that computed until the last arrival, over all replicas
   * @param servedMillis slot time of all copies
   * @param wonMillis of that, what answered first
   * @param suppressed copies that were not sent for want of budget
   * @param keptUp whether requests did not pile up
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
   * The same without its first requests, which met empty replicas. {@link #utilisation}, {@link
   * #wastedShare}, {@link #suppressed} and {@link #keptUp} remain those of the whole run.
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

  /** Number of requests. */
  public int requests() {
    return latencyMillis.length;
  }

  /** Requests times shards. */
  public int calls() {
    return attempts.length;
  }

  /** Time from a request's arrival to its answer; by its place in the trace. */
  public double latencyMillis(int request) {
    return latencyMillis[request];
  }

  /** All latencies, by place. A copy. */
  public double[] latenciesMillis() {
    return latencyMillis.clone();
  }

  /** Mean latency. */
  public double meanMillis() {
    return Arrays.stream(latencyMillis).average().orElseThrow();
  }

  /** A percentile of the latencies: nearest rank. */
  public double percentileMillis(double percentile) {
    double[] ascending = latencyMillis.clone();
    Arrays.sort(ascending);
    return Percentile.of(ascending, percentile);
  }

  /** Copies of a call, the first one counted. */
  public int attempts(int call) {
    return attempts[call];
  }

  /**
   * Which copy of a call answered first: 0 for the first one; -1 if none had when the request had
   * its answer from enough other shards.
   */
  public int winner(int call) {
    return winners[call];
  }

  /** Copies beside first ones, per call. */
  public double reissueFraction() {
    long copies = 0;
    for (byte sent : attempts) {
      copies += sent - 1;
    }
    return copies / (double) attempts.length;
  }

  /** Calls that another copy than the first one answered, per call. */
  public double wonByCopyFraction() {
    int won = 0;
    for (byte winner : winners) {
      won += winner > 0 ? 1 : 0;
    }
    return won / (double) winners.length;
  }

  /** What the client saw of first and second copies. */
  public ObservedAttempts observed() {
    return observed;
  }

  /** The same as a step of {@link org.curtail.reissue.plan.LoadFeedback} takes it. */
  public ReissueObservation observation(double percentile) {
    return new ReissueObservation(
        keptUp() ? percentileMillis(percentile) : Double.POSITIVE_INFINITY,
        reissueFraction(),
        observed.attemptTimes());
  }

  /** Share of all slots that computed, from 0 to the last arrival. */
  public double utilisation() {
    return usage.utilisation();
  }

  /** Share of the time that slots computed that went into copies that did not answer first. */
  public double wastedShare() {
    // Both are sums of the same times if nothing is wasted, rounded differently.
    return usage.servedMillis() > 0 ? Math.max(0, 1 - usage.wonMillis() / usage.servedMillis()) : 0;
  }

  /** Slot time that copies were given, in milliseconds. */
  double servedMillis() {
    return usage.servedMillis();
  }

  /** Copies that were not sent because the budget was out. */
  public int suppressed() {
    return usage.suppressed();
  }

  /**
   * Whether requests did not pile up until the end, as {@link Backlog} tells; else latencies say
   * how long the run was.
   */
  public boolean keptUp() {
    return usage.keptUp();
  }
}
