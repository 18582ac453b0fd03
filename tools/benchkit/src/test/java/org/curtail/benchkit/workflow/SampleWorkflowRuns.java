package org.curtail.benchkit.workflow;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.curtail.benchkit.replicas.MeasuredRuns;
import org.curtail.benchkit.results.Checks;
import org.curtail.benchkit.results.Comparison;
import org.curtail.benchkit.results.Degrees;
import org.curtail.benchkit.results.Latency;
import org.curtail.benchkit.results.Lateness;
import org.curtail.benchkit.results.LiveStage;
import org.curtail.benchkit.results.LiveWorkflow;
import org.curtail.benchkit.results.Noise;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.stats.Ratio;
import org.jspecify.annotations.Nullable;

/** Made-up runs of a workflow. */
public final class SampleWorkflowRuns {
  static final Noise QUIET = new Noise(0.06, 0.1, 1, 0, 0, 0.01, 0, 0, 0, 0);
  static final int REQUESTS = 9000;

  private static final double NONE_P99_MS = 200;

  private SampleWorkflowRuns() {}

  /** Copies of two stages: planned, and sent. */
  static List<LiveStage> stages(@Nullable Double planned, double sent) {
    return List.of(
        new LiveStage(
            "index",
            REQUESTS,
            (int) (sent * REQUESTS),
            planned,
            sent,
            0.0005,
            planned == null ? 0 : 12,
            planned == null ? 0 : 3,
            0),
        new LiveStage("rank", REQUESTS, 0, planned == null ? null : 0.0, 0, 0, 0, 0, 0.001));
  }

  static Run none(double load) {
    return run(
        "none",
        load,
        List.of(),
        new LiveWorkflow(
            null, 0, 0, 0, new LiveWorkflow.Predicted(180, 1, 0, 0), null, stages(null, 0), 0),
        REQUESTS,
        0);
  }

  static Run run(
      String policy,
      double load,
      List<Comparison> against,
      LiveWorkflow live,
      int requests,
      int failed) {
    double p99Ms = NONE_P99_MS * (against.isEmpty() ? 1 : against.getLast().p99().value());
    var points = new ArrayList<Run.Point>();
    for (double percentile : new double[] {50, 90, 95, 99, 99.9}) {
      points.add(new Run.Point(percentile, p99Ms * percentile / 99));
    }
    return new Run(
        policy,
        load,
        100 * load,
        0.2,
        requests,
        new Latency(
            p99Ms / 5,
            p99Ms / 6,
            p99Ms / 3,
            p99Ms / 2,
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
        against,
        null,
        false,
        null,
        null,
        null,
        null,
        null,
        null,
        live,
        null);
  }

  static Comparison against(String baseline, double low, double value, double high) {
    var ratio = new Ratio(value, low, high);
    return new Comparison(baseline, ratio, ratio, ratio);
  }

  /** Returns the plan's run with the ratios of its tail to the tails of other contenders. */
  static Run plan(double load, double ratio, double sent) {
    return run(
        "plan",
        load,
        List.of(
            against("equal-budget", ratio, 1.1 * ratio, 1.2 * ratio),
            against("none", ratio - 0.05, ratio, ratio + 0.05)),
        new LiveWorkflow(
            0.05,
            0.048,
            0.001,
            0.001,
            new LiveWorkflow.Predicted(110, 0.61, 0.05, 0.001),
            new LiveWorkflow.Predicted(130, 0.64, 0.049, 0.0012),
            stages(0.02, sent),
            7),
        REQUESTS,
        0);
  }

  static Run equalBudget(double load) {
    return run(
        "equal-budget",
        load,
        List.of(against("none", 0.78, 0.82, 0.86)),
        new LiveWorkflow(
            0.05,
            0.049,
            0.001,
            0,
            new LiveWorkflow.Predicted(140, 0.78, 0.05, 0),
            null,
            stages(0.03, 0.029),
            0),
        REQUESTS,
        0);
  }

  static Run timeOuts(double load) {
    return run(
        "time-outs",
        load,
        List.of(against("none", 0.95, 0.99, 1.03)),
        new LiveWorkflow(null, 0.003, 0.0004, 0, null, null, stages(null, 0.002), null),
        REQUESTS,
        0);
  }

  /** All at one load. */
  public static List<Run> usual() {
    return List.of(none(0.4), plan(0.4, 0.6, 0.019), equalBudget(0.4), timeOuts(0.4));
  }

  /** A stage that sent more than its share. */
  public static List<Run> above() {
    return List.of(none(0.4), plan(0.4, 0.6, 0.025));
  }

  /** Two loads. */
  public static List<Run> sweep() {
    return List.of(
        none(0.3),
        plan(0.3, 0.6, 0.019),
        timeOuts(0.3),
        none(0.9),
        plan(0.9, 1.3, 0.01),
        timeOuts(0.9));
  }

  /** Results of these runs. */
  public static Results results(List<Run> runs) {
    return new Results(
            "bench",
            1,
            2,
            "./curtail bench --workflow workflow.json --plan plan.json --out live",
            Map.of("blocks", 10),
            null,
            null,
            QUIET,
            runs,
            WorkflowVerdict.of(
                new MeasuredRuns(runs, QUIET, 0.2, 10, Optional.empty(), Optional.empty())))
        .with()
        .figures(WorkflowBench.loadFigures(runs))
        .results();
  }
}
