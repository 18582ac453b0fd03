package org.curtail.benchkit.results;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.curtail.benchkit.stats.Ratio;
import org.jspecify.annotations.Nullable;

/** Runs that look like real ones. The numbers are made up. */
public final class SampleRuns {
  private static final double[] PERCENTILES = {
    0, 10, 25, 50, 75, 90, 95, 99, 99.5, 99.9, 99.95, 100
  };

  private SampleRuns() {}

  static RankedFigures figures(
      double chunks, double beyond, int most, double speculative, Quality quality, int lost) {
    return new RankedFigures(chunks, beyond, most, speculative, quality, lost, lost / 12000.0);
  }

  /** A run in order of importance. */
  public static Run ranked(String policy, double load, double meanMs, RankedFigures figures) {
    return run(policy, load, meanMs, 3 * meanMs, List.of(0.5, 0.5), figures);
  }

  /** The same as the mean of several runs. */
  public static Run meanOf(int runs, Run run) {
    return new Run(
        run.policy(),
        run.load(),
        run.rps(),
        run.utilisation(),
        run.requests(),
        run.latency(),
        run.boundMs(),
        run.degrees(),
        run.meanThreads(),
        run.cpu(),
        run.checks(),
        run.lateness(),
        run.gcMs(),
        run.percentiles(),
        run.against(),
        run.unstable(),
        run.knowsDemand(),
        run.tuned(),
        run.lateShare(),
        run.leastLateShare(),
        runs,
        run.ranked(),
        null,
        null,
        null);
  }

  /** A run with this number of requests. */
  public static Run run(String policy, int requests) {
    return run(policy, 0.5, 20, 60, List.of(1.0), null, requests);
  }

  static Run run(
      String policy, double load, double meanMs, double p99Ms, List<Double> degreeShares) {
    return run(policy, load, meanMs, p99Ms, degreeShares, null);
  }

  static Run run(
      String policy,
      double load,
      double meanMs,
      double p99Ms,
      List<Double> degreeShares,
      @Nullable RankedFigures ranked) {
    return run(policy, load, meanMs, p99Ms, degreeShares, ranked, 12000);
  }

  static Run run(
      String policy,
      double load,
      double meanMs,
      double p99Ms,
      List<Double> degreeShares,
      @Nullable RankedFigures ranked,
      int requests) {
    double p50Ms = 0.62 * meanMs;
    List<Run.Point> points = new ArrayList<>();
    for (double percentile : PERCENTILES) {
      double nines = -Math.log10(1 - Math.min(percentile, 99.97) / 100);
      points.add(
          new Run.Point(percentile, p50Ms * 0.4 + (p99Ms - p50Ms * 0.4) * nines * nines / 4));
    }
    double meanDegree =
        IntStream.range(0, degreeShares.size())
            .mapToDouble(d -> (d + 1) * degreeShares.get(d))
            .sum();
    boolean sequential = policy.equals("sequential");
    boolean knowing = policy.startsWith("clairvoyant");
    // Figures of sequential at this load in twoCores() and in fifteenCores().
    double sequentialMs = p99Ms > 205 ? 900 + 20 * (0.6 + 0.4 / (1 - load)) : 84 + 34 / (1 - load);
    double ratio = p99Ms / sequentialMs;
    return new Run(
        policy,
        load,
        231.4 * load,
        Math.min(0.99, load * (1 + 0.05 * meanDegree)),
        requests,
        new Latency(
            meanMs,
            p50Ms,
            points.get(5).ms(),
            points.get(6).ms(),
            p99Ms,
            points.get(9).ms(),
            points.get(11).ms(),
            List.of(p99Ms * 0.92, p99Ms * 1.1)),
        61.0,
        new Degrees(
            meanDegree,
            Math.max(meanDegree, degreeShares.size() - 0.2),
            Math.max(1, meanDegree * 0.7),
            degreeShares),
        load * 2 * (0.8 + 0.2 * meanDegree),
        7.9 + 0.35 * meanDegree,
        new Checks(0, requests, 0),
        new Lateness(0.02, 0.41, 6.3),
        27.5,
        points,
        sequential
            ? List.of()
            : policy.equals("lucene-2")
                ? List.of(comparison("sequential", ratio))
                : List.of(
                    comparison("sequential", ratio), comparison("lucene-2", Math.sqrt(ratio))),
        null,
        knowing,
        knowing ? policy : null,
        knowing ? 0.0123 : null,
        knowing ? 0.0007 : null,
        null,
        ranked,
        null,
        null,
        null);
  }

  private static Comparison comparison(String baseline, double ratio) {
    return new Comparison(
        baseline,
        new Ratio(ratio * 0.98, ratio * 0.94, ratio * 1.02),
        new Ratio(ratio * 0.97, ratio * 0.9, ratio * 1.04),
        new Ratio(ratio, ratio * 0.86, ratio * 1.14));
  }
}
