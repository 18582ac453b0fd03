package org.curtail.measurement.results;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import org.curtail.Percentile;
import org.jspecify.annotations.Nullable;

/**
 * One policy at one load: all its blocks together. Latency counts from the intended start of each
 * request. What only a measurement has, such as answers compared, is 0 in a simulation.
 *
 * @param policy its name on the command line
 * @param load offered work as a share of the sequential capacity measured beside each block; in a
 *     simulation, of that of the profile
 * @param rps requests per second offered, on average over the blocks
 * @param utilisation CPU time of the process over wall time and cores, 0 to 1; simulated, the share
 *     of the cores that computed
 * @param requests number of requests measured
 * @param p99SpreadMs 95 % interval of the p99 over resampled blocks: low, high; of several
 *     simulated runs, of which all figures are means, their least and greatest
 * @param boundMs the 99th percentile that no policy can beat: measured, with each request alone at
 *     its best degree; simulated, on this trace even knowing the future. Absent without a profile
 * @param meanDegree thread time over execution time, on average over requests
 * @param meanDegreeLongest the same for the 5 % of requests that are longest in the profile
 * @param meanDegreeShortest the same for the shortest 5 %
 * @param degreeShares share of requests whose greatest degree was 1, 2, ...
 * @param meanThreads threads that served requests, on average over time
 * @param cpu CPU milliseconds per request
 * @param failed requests that ended with an exception
 * @param checked requests whose top k was compared with plain Lucene's
 * @param mismatches those that differed
 * @param latenessP50Ms how late the generator handed requests over; also its p99 and maximum
 * @param gcMs time in garbage collection pauses during the run's blocks
 * @param percentiles the latency distribution, for drawing
 * @param against ratios to other policies of the same load, block by block paired
 * @param unstable true if, simulated, the backlog still grew when the last request arrived: figures
 *     then say how long the run was. Absent otherwise
 * @param knowsDemand whether the policy knew how long every request takes, which no service does
 * @param tuned the policy with the numbers that were found for this load; absent if it had them
 * @param lateShare share of requests with a latency above the target, absent without a target
 * @param leastLateShare the least such share that any policy can have on this trace, even knowing
 *     the future
 * @param runs how many runs this is the mean of, so that percentiles are those of the requests of
 *     one run each; absent if it is one
 * @param ranked what only searches in order of importance have, in the file's fields among the
 *     others; absent of any other
 */
public record Run(
    String policy,
    double load,
    double rps,
    double utilisation,
    int requests,
    double meanMs,
    double p50Ms,
    double p90Ms,
    double p95Ms,
    double p99Ms,
    double p999Ms,
    double maxMs,
    List<Double> p99SpreadMs,
    @Nullable Double boundMs,
    double meanDegree,
    double meanDegreeLongest,
    double meanDegreeShortest,
    List<Double> degreeShares,
    double meanThreads,
    double cpu,
    int failed,
    int checked,
    int mismatches,
    double latenessP50Ms,
    double latenessP99Ms,
    double latenessMaxMs,
    double gcMs,
    List<Point> percentiles,
    List<Comparison> against,
    @Nullable Boolean unstable,
    boolean knowsDemand,
    @Nullable String tuned,
    @Nullable Double lateShare,
    @Nullable Double leastLateShare,
    @Nullable Integer runs,
    @JsonUnwrapped @Nullable RankedFigures ranked) {

  /** The latency at one percentile. */
  public record Point(double percentile, double ms) {
    public Point {
      if (!(percentile >= 0 && percentile <= 100) || ms < 0) {
        throw new IllegalArgumentException(
            "expected a percentile from 0 to 100 and a latency of at least 0: %s, %s"
                .formatted(percentile, ms));
      }
    }

    private static final double[] DRAWN = {
      0, 10, 20, 30, 40, 50, 60, 70, 75, 80, 85, 90, 92, 94, 95, 96, 97, 98, 98.5, 99, 99.3, 99.5,
      99.7, 99.8, 99.9
    };

    /** The percentiles that are drawn, of latencies in ascending order. */
    public static List<Point> drawn(double[] ascendingMs) {
      return Arrays.stream(DRAWN)
          .mapToObj(p -> new Point(p, Percentile.of(ascendingMs, p)))
          .toList();
    }
  }

  /** Of a policy that knows no demand and was given whole, without a target. */
  public Run(
      String policy,
      double load,
      double rps,
      double utilisation,
      int requests,
      double meanMs,
      double p50Ms,
      double p90Ms,
      double p95Ms,
      double p99Ms,
      double p999Ms,
      double maxMs,
      List<Double> p99SpreadMs,
      @Nullable Double boundMs,
      double meanDegree,
      double meanDegreeLongest,
      double meanDegreeShortest,
      List<Double> degreeShares,
      double meanThreads,
      double cpu,
      int failed,
      int checked,
      int mismatches,
      double latenessP50Ms,
      double latenessP99Ms,
      double latenessMaxMs,
      double gcMs,
      List<Point> percentiles,
      List<Comparison> against,
      @Nullable Boolean unstable) {
    this(
        policy,
        load,
        rps,
        utilisation,
        requests,
        meanMs,
        p50Ms,
        p90Ms,
        p95Ms,
        p99Ms,
        p999Ms,
        maxMs,
        p99SpreadMs,
        boundMs,
        meanDegree,
        meanDegreeLongest,
        meanDegreeShortest,
        degreeShares,
        meanThreads,
        cpu,
        failed,
        checked,
        mismatches,
        latenessP50Ms,
        latenessP99Ms,
        latenessMaxMs,
        gcMs,
        percentiles,
        against,
        unstable,
        false,
        null,
        null,
        null,
        null,
        null);
  }

  /** Whether it has enough requests for a percentile: see {@link SampleSize}. */
  public boolean carries(double percentile) {
    return SampleSize.carries(requestsOfOneRun(), percentile);
  }

  /** How many requests each percentile rests on. */
  public int requestsOfOneRun() {
    return runs == null ? requests : requests / runs;
  }

  public Run {
    if (runs != null && runs < 1) {
      throw new IllegalArgumentException("runs must be at least 1: " + runs);
    }
    requireAtLeastZero("load", load);
    requireAtLeastZero("requests", requests);
    requireAtLeastZero("failed", failed);
    requireAtLeastZero("checked", checked);
    requireAtLeastZero("mismatches", mismatches);
    for (double ms : new double[] {meanMs, p50Ms, p90Ms, p95Ms, p99Ms, p999Ms, maxMs}) {
      requireAtLeastZero("latencies", ms);
    }
    for (double share : degreeShares) {
      requireAtLeastZero("degreeShares", share);
    }
    p99SpreadMs = List.copyOf(p99SpreadMs);
    degreeShares = List.copyOf(degreeShares);
    percentiles = List.copyOf(percentiles);
    against = List.copyOf(against);
  }

  private static void requireAtLeastZero(String name, double value) {
    if (value < 0) {
      throw new IllegalArgumentException(
          "%s must be at least 0: %s".formatted(name, BigDecimal.valueOf(value).toPlainString()));
    }
  }
}
