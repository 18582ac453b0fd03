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
 * @param policy its name on the command line
 * @param load offered work as a share of the sequential capacity measured beside each block; in a
 *     simulation, of that of the profile
 * @param rps requests per second offered, on average over the blocks
 * @param utilisation CPU time of the process over wall time and cores, 0 to 1; simulated, the share
 *     of the cores that computed
 * @param requests number of requests measured
 * @param latency from the intended start of each request
 * @param boundMs the 99th percentile that no policy can beat: measured, with each request alone at
 *     its best degree; simulated, on this trace even knowing the future. Absent without a profile
 * @param degrees numbers of threads of requests
 * @param meanThreads threads that served requests, on average over time
 * @param cpu CPU milliseconds per request
 * @param checks of the requests and their answers
 * @param lateness of the generator
 * @param gcMs time in garbage collection pauses during the run's blocks
 * @param percentiles the latency distribution, for drawing
 * @param against ratios to other policies of the same load, block by block paired
 * @param unstable true if, simulated, the backlog still grew when the last request arrived: figures
 *     then only show the length of the run. Absent otherwise
 * @param knowsDemand true if the policy knew the demand of every request, which no service does
 * @param tuned the policy with the numbers found for this load; absent if it had them
 * @param lateShare share of requests with a latency above the target, absent without a target
 * @param leastLateShare the least such share of any policy on this trace, even knowing the future
 * @param runs number of runs of which this is the mean, so that percentiles are those of the
 *     requests of one run each; absent if it is one
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
