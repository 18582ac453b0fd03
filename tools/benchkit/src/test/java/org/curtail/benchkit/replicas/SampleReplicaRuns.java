package org.curtail.benchkit.replicas;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.curtail.benchkit.results.Checks;
import org.curtail.benchkit.results.Comparison;
import org.curtail.benchkit.results.Degrees;
import org.curtail.benchkit.results.HedgeFigures;
import org.curtail.benchkit.results.Latency;
import org.curtail.benchkit.results.Lateness;
import org.curtail.benchkit.results.Noise;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.stats.Ratio;
import org.jspecify.annotations.Nullable;

/** Made-up runs with replicas. */
public final class SampleReplicaRuns {
  static final Noise QUIET = new Noise(0.06, 0.1, 1, 0, 0, 0.01, 0, 0, 0, 0);

  private static final double NONE_P99_MS = 100;

  private SampleReplicaRuns() {}

  /** The reference run. */
  static Run none(double load) {
    return run("none", load, null, 0, null, 20_000, 0);
  }

  /** Returns a run with a ratio of its tail to the tail without hedging. */
  static Run run(String policy, double load, Ratio tail, double fraction, @Nullable Double budget) {
    return run(policy, load, tail, fraction, budget, 20_000, 0);
  }

  static Run run(
      String policy,
      double load,
      @Nullable Ratio tail,
      double fraction,
      @Nullable Double budget,
      int requests,
      int failed) {
    double p99Ms = NONE_P99_MS * (tail == null ? 1 : tail.value());
    int sent = (int) Math.round(fraction * requests);
    var points = new ArrayList<Run.Point>();
    for (double percentile : new double[] {50, 90, 95, 99, 99.9}) {
      points.add(new Run.Point(percentile, p99Ms * percentile / 99));
    }
    return new Run(
        policy,
        load,
        1000 * load,
        0.2,
        requests,
        new Latency(
            p99Ms / 10,
            p99Ms / 12,
            p99Ms / 5,
            p99Ms / 3,
            p99Ms,
            p99Ms * 2,
            p99Ms * 3,
            List.of(p99Ms * 0.9, p99Ms * 1.1)),
        null,
        new Degrees(1, 1, 1, List.of(1.0)),
        0,
        0.1,
        new Checks(failed, 0, 0),
        new Lateness(0.05, 0.4, 2),
        0,
        points,
        tail == null ? List.of() : List.of(new Comparison("none", tail, tail, tail)),
        null,
        false,
        null,
        null,
        null,
        null,
        null,
        new HedgeFigures(
            budget,
            sent,
            sent * 3 / 4,
            budget == null ? 0 : 120,
            budget == null ? 0 : 45,
            3,
            fraction,
            0.0006,
            0.4),
        null,
        null);
  }

  /** Returns a sweep in which hedging helps at low load and harms at high load without a guard. */
  public static List<Run> sweep() {
    return List.of(
        none(0.3),
        run("hedge-p95", 0.3, new Ratio(0.4, 0.36, 0.45), 0.05, null),
        run("single-r", 0.3, new Ratio(0.5, 0.46, 0.55), 0.0201, 0.02),
        none(0.6),
        run("hedge-p95", 0.6, new Ratio(0.8, 0.7, 0.9), 0.11, null),
        run("single-r", 0.6, new Ratio(0.6, 0.52, 0.7), 0.02, 0.02),
        none(0.95),
        run("hedge-p95", 0.95, new Ratio(2.5, 2.1, 3.2), 0.4, null),
        run("single-r", 0.95, new Ratio(1.02, 0.93, 1.1), 0.012, 0.02));
  }

  /** Two budgets at one load. */
  public static List<Run> budgets() {
    return List.of(
        none(0.5),
        run("single-r@0.01", 0.5, new Ratio(0.8, 0.7, 0.9), 0.01, 0.01),
        run("single-r@0.05", 0.5, new Ratio(0.4, 0.3, 0.5), 0.05, 0.05));
  }

  /** Results of these runs. */
  public static Results results(List<Run> runs) {
    return new Results(
            "bench",
            1,
            2,
            "./curtail bench --replicas 3 --log times.csv --out hedged",
            Map.of("blocks", 10),
            null,
            null,
            QUIET,
            runs,
            ReplicaVerdict.of(
                new MeasuredRuns(runs, QUIET, 0.2, 10, Optional.empty(), Optional.empty())))
        .with()
        .figures(ReplicaFigures.of(runs))
        .results();
  }
}
