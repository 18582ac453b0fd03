package org.curtail.benchkit.results;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.Arrays;
import java.util.List;
import org.curtail.Percentile;
import org.jspecify.annotations.Nullable;

/**
 * One policy at one load: all its blocks together. What only a measurement has, such as answers
 * compared, is 0 in a simulation. In a file all fields stand side by side, those of the parts too.
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
 * @param degrees how many threads served a request
 * @param meanThreads threads that served requests, on average over time
 * @param cpu CPU milliseconds per request
 * @param checks what became of the requests and their answers
 * @param lateness how late the generator was
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
 * @param ranked what only searches in order of importance have; absent of any other
 * @param hedges what only runs with replicas have; absent of any other
 * @param workflow what only runs of a graph of services have; absent of any other
 * @param energy what only runs on cores of several classes of speed have; absent of any other
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

  /** The same with answers that were compared. */
  public Run with(Checks compared) {
    return with(compared, energy);
  }

  /** The same on cores of several classes of speed. */
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

  /** Whether it has enough requests for a percentile: see {@link SampleSize}. */
  public boolean carries(double percentile) {
    return SampleSize.carries(requestsOfOneRun(), percentile);
  }

  /** How many requests each percentile rests on. */
  public int requestsOfOneRun() {
    return runs == null ? requests : requests / runs;
  }
}
