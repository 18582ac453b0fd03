package org.curtail.cli.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.curtail.IntervalTable;
import org.curtail.benchkit.text.Columns;
import org.curtail.benchkit.text.Numbers;

/** Two tables side by side, a line per load. */
public final class ComparisonText {
  private ComparisonText() {}

  /** The lines: which tables, a heading, the loads. */
  public static List<String> lines(TableComparison comparison) {
    var cells = new ArrayList<List<String>>();
    cells.add(
        List.of(
            "load",
            "A starts, ms",
            "tail ms",
            "mean ms",
            "threads",
            "B starts, ms",
            "tail ms",
            "mean ms",
            "threads",
            "B/A"));
    for (TableComparison.Row row : comparison.rows()) {
      var line = new ArrayList<String>();
      line.add("" + row.load());
      line.addAll(cells(row.first()));
      line.addAll(cells(row.second()));
      Double ratio = row.tailRatio();
      line.add(ratio == null ? "-" : Numbers.hundredths(ratio));
      cells.add(line);
    }
    var lines = new ArrayList<String>();
    lines.add("A: " + comparison.first());
    lines.add("B: " + comparison.second());
    lines.add(
        "tail: p%s on %s; B/A: ratio of tails; e1: waits for an exit"
            .formatted(Numbers.exact(comparison.percentile()), comparison.profile()));
    lines.addAll(Columns.aligned(cells));
    return lines;
  }

  private static List<String> cells(TableComparison.Side side) {
    TableComparison.Prediction prediction = side.prediction();
    return prediction == null
        ? List.of(starts(side), "", "", "")
        : List.of(
            starts(side),
            Numbers.tenths(prediction.tailMs()),
            Numbers.tenths(prediction.meanMs()),
            Numbers.tenths(prediction.averageParallelism()));
  }

  /** The start of each degree that is used, degree 1 first: "0 25 100 175". */
  private static String starts(TableComparison.Side side) {
    return IntStream.range(0, side.startsMs().size())
        .filter(i -> side.startsMs().get(i) < IntervalTable.NEVER_MS)
        .mapToObj(
            i -> i == 0 && side.prediction() == null ? "e1" : Numbers.exact(side.startsMs().get(i)))
        .collect(Collectors.joining(" "));
  }
}
