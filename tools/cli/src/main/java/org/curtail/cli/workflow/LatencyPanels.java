package org.curtail.cli.workflow;

import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.curtail.benchkit.results.PaperFigure.Curve;
import org.curtail.benchkit.results.PaperFigure.Panel;
import org.curtail.benchkit.results.PaperFigure.Point;

/** Latencies from end to end, as diagrams for the report. */
final class LatencyPanels {
  /** Where the latency is looked up; close together where it matters. */
  private static final List<Double> PERCENTILES =
      List.of(
          0.0, 5.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0, 85.0, 90.0, 92.5, 95.0, 96.0,
          97.0, 98.0, 98.5, 99.0, 99.3, 99.6, 99.8, 99.9);

  private static final double SLOWEST = 90;

  private LatencyPanels() {}

  /**
   * One line.
   *
   * @param name of those whose requests they are
   * @param millisAt their latency at a percentile, 0 to 100
   */
  record Line(String name, DoubleUnaryOperator millisAt) {}

  /** The share of the requests that have their answer by a time. */
  static Panel answered(String title, List<Line> lines) {
    return Panel.of(
        title,
        "latency from end to end, ms",
        "requests answered, %",
        lines.stream().map(LatencyPanels::answered).toList());
  }

  private static Curve answered(Line line) {
    return new Curve(
        line.name(),
        false,
        PERCENTILES.stream()
            .map(percentile -> point(line.millisAt().applyAsDouble(percentile), percentile))
            .toList());
  }

  /** Of the slowest tenth, the share of the requests that still wait. */
  static Panel waiting(String title, List<Line> lines) {
    return Panel.of(
        title,
        "latency from end to end, ms",
        "requests still waiting, %",
        lines.stream().map(LatencyPanels::waiting).toList());
  }

  private static Curve waiting(Line line) {
    return new Curve(
        line.name(),
        false,
        PERCENTILES.stream()
            .filter(percentile -> percentile >= SLOWEST)
            .map(percentile -> point(line.millisAt().applyAsDouble(percentile), 100 - percentile))
            .toList());
  }

  static Point point(double x, double y) {
    return new Point(x, y, y, y);
  }
}
