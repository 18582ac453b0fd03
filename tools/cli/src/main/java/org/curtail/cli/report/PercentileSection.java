package org.curtail.cli.report;

import java.util.ArrayList;
import java.util.List;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.chart.Axis;
import org.curtail.cli.chart.Chart;
import org.curtail.cli.chart.Figure;
import org.curtail.cli.chart.Legend;
import org.curtail.cli.chart.LineChart;
import org.curtail.cli.chart.Markup;
import org.curtail.cli.chart.TimeScale;

/** The whole latency distribution at each load, with the tail stretched out. */
final class PercentileSection {
  private PercentileSection() {}

  static void write(Markup markup, Chapter chapter) {
    List<Double> loads =
        chapter.runs().loads().stream()
            .filter(
                load -> chapter.runs().at(load).stream().anyMatch(run -> !points(run).isEmpty()))
            .toList();
    if (loads.isEmpty()) {
      return;
    }
    chapter.startSection(markup, "percentiles", "Latency percentiles");
    markup.element(
        "p",
        "From the median to the tail: from p90 to p99 to p99.9, each step is ten times rarer and takes the same room."
            + " A line ends where fewer than ten requests lie beyond.",
        "class",
        "note");
    Legend.lines(markup, chapter.runs().policies(), chapter.palette());
    markup.start("div", "class", "charts three");
    for (double load : loads) {
      Figure.write(markup, chart(chapter, load));
    }
    markup.end();
    markup.end();
  }

  private static Chart chart(Chapter chapter, double load) {
    List<Run> runs =
        chapter.runs().at(load).stream().filter(run -> !points(run).isEmpty()).toList();
    double greatestMs = 0;
    double leastTailMs = Double.POSITIVE_INFINITY;
    double greatestPercentile = 0;
    for (Run run : runs) {
      Run.Point tail = points(run).getLast();
      greatestMs = Math.max(greatestMs, tail.ms());
      leastTailMs = Math.min(leastTailMs, tail.ms());
      greatestPercentile = Math.max(greatestPercentile, tail.percentile());
    }
    TimeScale scale = TimeScale.upTo(greatestMs);
    List<LineChart.Series> series = new ArrayList<>();
    for (Run run : runs) {
      series.add(
          new LineChart.Series(
              chapter.palette().label(run.policy()),
              chapter.palette().style(run.policy()),
              points(run).stream()
                  .map(point ->
                      new LineChart.Dot(
                          point.percentile(),
                          scale.of(point.ms()),
                          "%s, %s: %s"
                              .formatted(
                                  run.policy(),
                                  Numbers.percentile(point.percentile()),
                                  Numbers.time(point.ms()))))
                  .toList()));
    }
    String title = "At " + Numbers.percent(load) + " load";
    return new LineChart(
        title,
        "Latency percentiles at %s load; the main ones stand in the table of latencies."
            .formatted(Numbers.percent(load)),
        Axis.percentiles(greatestPercentile, "percentile of requests"),
        // Even, so that differences in the tail are seen, unless one policy dwarfs another.
        Axis.amounts(series, scale.of(leastTailMs), "latency, " + scale.unit()),
        series,
        false,
        false);
  }

  /** What can be drawn: from the median on, as far as there are enough requests. */
  private static List<Run.Point> points(Run run) {
    List<Run.Point> shown = drawn(run, run.percentiles());
    return shown.isEmpty()
        ? drawn(
            run,
            List.of(
                new Run.Point(50, run.latency().p50Ms()),
                new Run.Point(90, run.latency().p90Ms()),
                new Run.Point(95, run.latency().p95Ms()),
                new Run.Point(99, run.latency().p99Ms()),
                new Run.Point(99.9, run.latency().p999Ms())))
        : shown;
  }

  private static List<Run.Point> drawn(Run run, List<Run.Point> points) {
    return points.stream()
        .filter(point -> point.percentile() >= 50 && run.carries(point.percentile()))
        .toList();
  }
}
