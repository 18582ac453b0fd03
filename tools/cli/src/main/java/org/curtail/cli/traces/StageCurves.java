package org.curtail.cli.traces;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.chart.Axis;
import org.curtail.cli.chart.LineChart;
import org.curtail.cli.chart.Palette;
import org.curtail.traces.workflow.StageName;
import org.curtail.traces.workflow.StageVisit;
import org.curtail.traces.workflow.TracedWorkflow;

/** How the own times of stages are distributed, a line each. */
final class StageCurves {
  /** As many as there are colours. */
  static final int MOST = 8;

  private static final double[] LEVELS = {
    0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75,
    0.8, 0.85, 0.9, 0.93, 0.95, 0.97, 0.98, 0.99, 0.995, 0.999, 1
  };

  /** A microsecond: a logarithmic axis has no 0. */
  private static final double LEAST_MILLIS = 1e-3;

  private StageCurves() {}

  static LineChart of(TracedWorkflow workflow, List<StageName> stages) {
    var palette = new Palette(stages.stream().map(StageName::toString).toList(), Set.of());
    var lines = new ArrayList<LineChart.Series>();
    double least = Double.POSITIVE_INFINITY;
    double most = LEAST_MILLIS * 10;
    for (StageName stage : stages) {
      double[] sorted =
          workflow.traces().stream()
              .flatMapToDouble(trace ->
                  StageVisit.of(trace, stage).stream()
                      .mapToDouble(span -> StageVisit.ownMillis(trace, span)))
              .sorted()
              .toArray();
      if (sorted.length > 0) {
        List<LineChart.Dot> dots =
            Arrays.stream(LEVELS).mapToObj(level -> dot(stage, sorted, level)).toList();
        least = Math.min(least, dots.getFirst().x());
        most = Math.max(most, dots.getLast().x());
        lines.add(new LineChart.Series(stage.toString(), palette.style(stage.toString()), dots));
      }
    }
    return new LineChart(
        "Own times of stages",
        "The share of visits by time, for "
            + String.join(", ", stages.stream().map(StageName::toString).toList()),
        Axis.amounts(Math.min(least, most), most, "ms"),
        Axis.linear(0, 1, 5, "share of visits that take at most so long"),
        lines,
        false,
        false);
  }

  private static LineChart.Dot dot(StageName stage, double[] sorted, double level) {
    double millis =
        Math.max(LEAST_MILLIS, sorted[Math.min(sorted.length - 1, (int) (level * sorted.length))]);
    boolean isMarked = level == 0.5 || level == 0.99;
    return new LineChart.Dot(
        millis,
        level,
        isMarked
            ? "%s: %s of the visits take at most %s"
                .formatted(stage, Numbers.percent(level), Numbers.time(millis))
            : "");
  }
}
