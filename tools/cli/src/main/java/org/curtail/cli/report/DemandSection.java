package org.curtail.cli.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.curtail.IntervalTable;
import org.curtail.benchkit.results.Demand;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.chart.Axis;
import org.curtail.cli.chart.Chart;
import org.curtail.cli.chart.Figure;
import org.curtail.cli.chart.HistogramChart;
import org.curtail.cli.chart.IntervalPicture;
import org.curtail.cli.chart.IntervalRows;
import org.curtail.cli.chart.Legend;
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
    markup.note(
        "%s requests alone on the machine (%s): mean %s, median %s, longest %s%s. The last bar, paler, contains all longer ones."
            .formatted(
                Numbers.count(demand.requests()),
                demand.source(),
                Numbers.time(demand.meanMs()),
                Numbers.time(demand.p50Ms()),
                Numbers.time(demand.maxMs()),
                demand.carries(99)
                    ? "; the 99th percentile is %s times the median"
                        .formatted(Numbers.significant(demand.p99OverP50()))
                    : ""));
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

  // ---- The interval table.

  static void writeTable(Markup markup, Chapter chapter) {
    IntervalTable table = chapter.results().table();
    if (table == null) {
      return;
    }
    chapter.startSection(markup, "table", "Interval table");
    markup.note(
        "The effect of Few-to-Many on a request, by the number of requests in the system. Planned for the p%s on %d cores with %d threads in total and degrees up to %d."
            .formatted(
                Numbers.plain(table.percentile()),
                table.cores(),
                table.targetParallelism(),
                table.maxDegree()));
    Legend.degrees(markup, table.maxDegree(), true);
    Figure.write(markup, new IntervalPicture(table), Figure.FULL);
    numbers(markup, table);
    markup.end();
  }

  private static void numbers(Markup markup, IntervalTable table) {
    String[] columns =
        Stream.concat(
                Stream.of("requests"),
                Stream.concat(
                    IntStream.rangeClosed(1, table.maxDegree()).mapToObj(d -> "degree " + d),
                    Stream.of(
                        "predicted p" + Numbers.plain(table.percentile()),
                        "predicted mean",
                        "threads",
                        "from best")))
            .toArray(String[]::new);
    markup.start("details");
    markup.element("summary", "Interval table as numbers");
    Chapter.startTable(
        markup, "Time since arrival at which each degree begins, in milliseconds", columns);
    for (IntervalRows.Row row : IntervalRows.of(table)) {
      row(markup, table, row);
    }
    if (table.hasExit()) {
      exit(markup, table);
    }
    Chapter.endTable(markup);
    markup.end();
  }

  private static void row(Markup markup, IntervalTable table, IntervalRows.Row shown) {
    IntervalTable.Row row = shown.row();
    markup.start("tr");
    markup.element("th", shown.load(), "scope", "row");
    for (int degree = 1; degree <= table.maxDegree(); degree++) {
      // A degree with the start of the next one is not in use.
      boolean skipped =
          !row.grants(degree)
              || (degree < table.maxDegree() && row.startMs(degree) == row.startMs(degree + 1));
      markup.element("td", skipped ? "" : Numbers.plain(row.startMs(degree)));
    }
    for (double value : List.of(row.tailMs(), row.meanMs(), row.averageParallelism())) {
      markup.element("td", Numbers.significant(value));
    }
    markup.element(
        "td", row.aboveBound().stream().mapToObj(Numbers::fromBest).findFirst().orElse("–"));
    markup.end();
  }

  private static void exit(Markup markup, IntervalTable table) {
    markup.start("tr");
    markup.element("th", "≥ " + (table.waitForExitAbove() + 1), "scope", "row");
    markup.element(
        "td",
        "wait for an exit, then as in the row above",
        "colspan",
        table.maxDegree() + 4,
        "class",
        "words");
    markup.end();
  }
}
