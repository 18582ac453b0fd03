package org.curtail.benchkit.results;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.Arrays;
import java.util.List;
import org.curtail.Percentile;
import org.jspecify.annotations.Nullable;

/**
 * The results of a policy at a load, over all its blocks. Figures of measurements, such as compared
 * answers, are 0 in a simulation. In a file, the fields of all parts are fields of the run.
 *
 * @param policy name on the command line
 * @param load offered work as a share of the sequential capacity: measured at each block; in a
 *     simulation, that of the profile
 * @param rps mean offered requests per second over the blocks
 * @param utilisation CPU time of the process over wall time and cores: 0 to 1; in a simulation, the
 *     busy share of the cores
 * @param requests number of measured requests
 * @param latency latency since the intended start of each request
 * @param boundMs lower bound for the 99th percentile of any policy: for a measurement, each request
 *     alone at its best degree; for a simulation, on this trace with knowledge of the future.
 *     Absent without a profile
 * @param degrees numbers of threads of requests
 * @param meanThreads mean number of serving threads over time
 * @param cpu CPU milliseconds per request
 * @param checks checks of requests and answers
 * @param lateness lateness of the generator
 * @param gcMs time of garbage collection pauses during the blocks
 * @param percentiles latency distribution, for drawing
 * @param against ratios to other policies at the same load, paired by block
 * @param unstable true if the simulated backlog still grew at the last arrival; figures then depend
 *     on the length of the run. Absent otherwise
 * @param knowsDemand true if the policy knew the true demand of each request
 * @param tuned policy with the numbers tuned for this load; absent if it was not tuned
 * @param lateShare share of requests with a latency above the target; absent without a target
 * @param leastLateShare least such share of any policy on this trace, with knowledge of the future
 * @param runs number of runs behind this mean; percentiles are then means over runs. Absent for a
 *     single run
 * @param ranked figures of searches in order of importance; absent for others
 * @param hedges figures of runs with replicas; absent for others
 * @param workflow figures of runs of a graph of services; absent for others
 * @param energy figures of runs on cores of several classes of speed; absent for others
 */
public record Run(
    String policy,
    double load,
    double rps,
    double utilisation,
    int requests,
    @JsonUnwrapped Latency latency,
    @Nullable Double boundMs,
    @JsonUnwrapped Degrees degrees,
    double meanThreads,
    double cpu,
    @JsonUnwrapped Checks checks,
    @JsonUnwrapped Lateness lateness,
    double gcMs,
    List<Point> percentiles,
    List<Comparison> against,
    @Nullable Boolean unstable,
    boolean knowsDemand,
    @Nullable String tuned,
    @Nullable Double lateShare,
    @Nullable Double leastLateShare,
    @Nullable Integer runs,
    @JsonUnwrapped @Nullable RankedFigures ranked,
    @JsonUnwrapped @Nullable HedgeFigures hedges,
    @Nullable LiveWorkflow workflow,
    @Nullable EnergyFigures energy) {

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

    /** Returns the percentiles to draw, of latencies in ascending order. */
    public static List<Point> drawn(double[] ascendingMs) {
      return Arrays.stream(DRAWN)
          .mapToObj(p -> new Point(p, Percentile.of(ascendingMs, p)))
          .toList();
    }
  }

  /**
   * Creates a run without a target, of a policy with fixed numbers and without knowledge of demand.
   */
  public Run(
      String policy,
      double load,
      double rps,
      double utilisation,
      int requests,
      Latency latency,
      @Nullable Double boundMs,
      Degrees degrees,
      double meanThreads,
      double cpu,
      Checks checks,
      Lateness lateness,
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
        latency,
        boundMs,
        degrees,
        meanThreads,
        cpu,
        checks,
        lateness,
        gcMs,
        percentiles,
        against,
        unstable,
        false,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null);
  }

  public Run {
    if (runs != null && runs < 1) {
      throw new IllegalArgumentException("runs must be at least 1: " + runs);
    }
    Range.requireAtLeastZero("load", load);
    Range.requireAtLeastZero("requests", requests);
    percentiles = List.copyOf(percentiles);
    against = List.copyOf(against);
  }

  /** Returns this run with checks of answers. */
  public Run with(Checks compared) {
    return with(compared, energy);
  }

  /** Returns this run with figures of cores of several classes of speed. */
  public Run with(EnergyFigures figures) {
    return with(checks, figures);
  }

  private Run with(Checks compared, @Nullable EnergyFigures figures) {
    return new Run(
        policy,
        load,
        rps,
        utilisation,
        requests,
        latency,
        boundMs,
        degrees,
        meanThreads,
        cpu,
        compared,
        lateness,
        gcMs,
        percentiles,
        against,
        unstable,
        knowsDemand,
        tuned,
        lateShare,
        leastLateShare,
        runs,
        ranked,
        hedges,
        workflow,
        figures);
  }

  /** True if the run has enough requests for a percentile; see {@link SampleSize}. */
  public boolean carries(double percentile) {
    return SampleSize.carries(requestsOfOneRun(), percentile);
  }

  /** Returns the number of requests from which each percentile follows. */
  public int requestsOfOneRun() {
    return runs == null ? requests : requests / runs;
  }
}
