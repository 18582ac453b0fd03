package org.curtail.cli.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.curtail.benchkit.results.Demand;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.chart.Axis;
import org.curtail.cli.chart.Chart;
import org.curtail.cli.chart.Figure;
import org.curtail.cli.chart.HistogramChart;
import org.curtail.cli.chart.LineChart;
import org.curtail.cli.chart.Marker;
import org.curtail.cli.chart.Markup;
import org.curtail.cli.chart.Palette;
import org.jspecify.annotations.Nullable;

/** Times of requests alone, and their speedups: Figures 1 and 2 of the paper. */
final class DemandSection {
  private static final Palette.Style ALL = new Palette.Style(1, Marker.DISC, "none", true);
  private static final Palette.Style LONGEST = new Palette.Style(2, Marker.SQUARE, "7 4", false);
  private static final Palette.Style SHORTEST =
      new Palette.Style(3, Marker.TRIANGLE, "none", false);

  private DemandSection() {}

  static void write(Markup markup, Chapter chapter) {
    Demand demand = chapter.results().demand();
    if (demand == null) {
      return;
    }
    chapter.startSection(markup, "demand", "Demand and speedup");
    markup.element(
        "p",
        "%s requests alone on the machine (%s): mean %s, median %s, longest %s%s. The last bar, paler, holds all that took longer still."
            .formatted(
                Numbers.count(demand.requests()),
                demand.source(),
                Numbers.time(demand.meanMs()),
                Numbers.time(demand.p50Ms()),
                Numbers.time(demand.maxMs()),
                demand.carries(99)
                    ? "; the 99th percentile is %s times the median"
                        .formatted(Numbers.significant(demand.p99OverP50()))
                    : ""),
        "class",
        "note");
    markup.start("div", "class", "charts two");
    Figure.write(markup, new HistogramChart(demand), Figure.HALF);
    Figure.write(markup, speedup(demand), Figure.HALF);
    markup.end();
    markup.end();
  }

  private static Chart speedup(Demand demand) {
    List<Double> ideal =
        IntStream.rangeClosed(1, demand.maxDegree()).mapToObj(degree -> (double) degree).toList();
    double greatest =
        List.of(ideal, demand.speedupAll(), demand.speedupLongest(), demand.speedupShortest())
            .stream()
            .flatMapToDouble(values -> values.stream().mapToDouble(Double::doubleValue))
            .max()
            .orElse(1);
    // With fewer requests, five percent are too few.
    boolean twentieths = demand.carries(95);
    List<LineChart.Series> lines = new ArrayList<>();
    lines.add(line("ideal", null, ideal));
    if (twentieths) {
      lines.add(line("longest 5 %", LONGEST, demand.speedupLongest()));
    }
    lines.add(line("all", ALL, demand.speedupAll()));
    if (twentieths) {
      lines.add(line("shortest 5 %", SHORTEST, demand.speedupShortest()));
    }
    return new LineChart(
        "Speedup by degree of parallelism",
        "At degree %d: all requests %s%s."
            .formatted(
                demand.maxDegree(),
                last(demand.speedupAll()),
                twentieths
                    ? ", the longest 5 %% %s, the shortest 5 %% %s"
                        .formatted(last(demand.speedupLongest()), last(demand.speedupShortest()))
                    : ""),
        Axis.at(
            ideal.stream().map(d -> new Axis.Tick(d, Numbers.plain(d))).toList(),
            "degree of parallelism"),
        Axis.linear(0, greatest, 5, "speedup over degree 1"),
        lines,
        false,
        true);
  }

  private static String last(List<Double> speedups) {
    return speedups.isEmpty() ? "unknown" : Numbers.decimal(speedups.getLast());
  }

  private static LineChart.Series line(
      String name, Palette.@Nullable Style style, List<Double> speedups) {
    return new LineChart.Series(
        name,
        style,
        IntStream.range(0, speedups.size())
            .mapToObj(i ->
                new LineChart.Dot(
                    i + 1,
                    speedups.get(i),
                    "%s at degree %d: %s".formatted(name, i + 1, Numbers.decimal(speedups.get(i)))))
            .toList());
  }
}
