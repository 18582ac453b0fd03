package org.curtail.cli.report;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.curtail.IntervalTable;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.chart.Figure;
import org.curtail.cli.chart.IntervalPicture;
import org.curtail.cli.chart.IntervalRows;
import org.curtail.cli.chart.Legend;
import org.curtail.cli.chart.Markup;

/** The interval table in force, as a picture and as numbers: Table 2 of the Few-to-Many paper. */
final class TableSection {
  private TableSection() {}

  static void write(Markup markup, Chapter chapter) {
    IntervalTable table = chapter.results().table();
    if (table == null) {
      return;
    }
    chapter.startSection(markup, "table", "Interval table");
    markup.element(
        "p",
        "What Few-to-Many does with a request, by the number of requests in the system. Planned for the p%s on %d cores with %d threads in total and degrees up to %d."
            .formatted(
                Numbers.plain(table.percentile()),
                table.cores(),
                table.targetParallelism(),
                table.maxDegree()),
        "class",
        "note");
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
      // A degree that begins together with the next one is not in use.
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
