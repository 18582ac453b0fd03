package org.curtail.app;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.curtail.IntervalTable;

/**
 * An interval table as the Few-to-Many paper prints it (Table 2): one row per load, in each row the
 * times in milliseconds at which a request begins to use more threads, and behind them what the
 * model predicts.
 */
final class TableText {
  private static final List<String> HEADINGS = List.of("tail ms", "mean ms", "threads");

  private TableText() {}

  /** The lines of the table, the heading first. */
  static List<String> lines(IntervalTable table) {
    int first = 1;
    var lines = new ArrayList<Line>();
    for (IntervalTable.Row row : table.rows()) {
      boolean last = row.load() == table.rows().getLast().load();
      if (row.load() > table.waitForExitAbove()) {
        lines.add(Line.waiting(last ? ">= " + first : range(first, row.load()), row));
      } else {
        int to = last ? table.waitForExitAbove() : row.load();
        lines.add(Line.starting(range(first, to), row));
        if (last) {
          lines.add(Line.waiting(">= " + (to + 1), row));
        }
      }
      first = row.load() + 1;
    }
    int times = lines.stream().mapToInt(line -> line.entries.size()).max().orElseThrow();
    var cells = new ArrayList<List<String>>();
    cells.add(
        cells("load", IntStream.range(0, times).mapToObj(i -> "t" + i).toList(), times, HEADINGS));
    lines.forEach(line -> cells.add(cells(line.loads, line.entries, times, line.predictions)));
    return aligned(cells);
  }

  private static String range(int first, int last) {
    return first == last ? "" + first : first + " to " + last;
  }

  private static List<String> cells(
      String load, List<String> entries, int times, List<String> predictions) {
    return Stream.of(
            List.of(load), entries, Collections.nCopies(times - entries.size(), ""), predictions)
        .flatMap(List::stream)
        .toList();
  }

  private static List<String> aligned(List<List<String>> rows) {
    int[] widths =
        IntStream.range(0, rows.getFirst().size())
            .map(i -> rows.stream().mapToInt(row -> row.get(i).length()).max().orElse(0))
            .toArray();
    return rows.stream()
        .map(row ->
            IntStream.range(0, widths.length)
                .mapToObj(i -> " ".repeat(widths[i] - row.get(i).length()) + row.get(i))
                .collect(Collectors.joining("   "))
                .stripTrailing())
        .toList();
  }

  /**
   * A row of the printed table.
   *
   * @param loads "7", "1 to 6" or ">= 25"
   * @param entries times and degrees
   * @param predictions one for each of {@link #HEADINGS}
   */
  private record Line(String loads, List<String> entries, List<String> predictions) {
    static Line starting(String loads, IntervalTable.Row row) {
      return new Line(
          loads,
          begins(row, time(row.startMs(1))),
          List.of(tenths(row.tailMs()), tenths(row.meanMs()), tenths(row.averageParallelism())));
    }

    /** A request waits for another's exit, for how long nobody can predict. */
    static Line waiting(String loads, IntervalTable.Row row) {
      return new Line(loads, begins(row, "e1"), List.of("", "", ""));
    }
  }

  private static String tenths(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }

  static String time(double millis) {
    return BigDecimal.valueOf(millis).stripTrailingZeros().toPlainString();
  }

  /** "0, d1", "75, d3": degrees that begin together are one entry, named after the greatest. */
  private static List<String> begins(IntervalTable.Row row, String admission) {
    var entries = new ArrayList<String>();
    int degrees = row.startsMs().size();
    for (int degree = 1; degree <= degrees; degree++) {
      if (degree == degrees || row.startMs(degree + 1) > row.startMs(degree)) {
        String start = entries.isEmpty() ? admission : time(row.startMs(degree));
        entries.add(start + ", d" + degree);
      }
    }
    return entries;
  }
}
