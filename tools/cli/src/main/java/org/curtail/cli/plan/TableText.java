package org.curtail.cli.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.curtail.IntervalTable;
import org.curtail.benchkit.text.Columns;
import org.curtail.benchkit.text.Numbers;

/**
 * An interval table as the Few-to-Many paper prints it (Table 2): one row per load, or for
 * neighbouring loads with the same row. A row has the times in milliseconds at which a request
 * begins to use more threads, then the model's predictions and their greatest distance from the
 * best on any grid; "unproved" if the row is not even proved to be the best on the table's own
 * grid.
 */
public final class TableText {
  private static final List<String> HEADINGS =
      List.of("tail ms", "mean ms", "threads", "from best");

  private static final int THREADS = HEADINGS.indexOf("threads");

  private TableText() {}

  /** The lines of the table, the heading first. */
  public static List<String> lines(IntervalTable table) {
    List<TableLine> lines =
        TableLine.folded(
            TableLine.of(table),
            line -> List.of(begins(line), without(THREADS, predictions(line)), line.kind()));
    int times = lines.stream().mapToInt(line -> begins(line).size()).max().orElseThrow();
    List<String> headings = IntStream.range(0, times).mapToObj(i -> "t" + i).toList();
    var cells = new ArrayList<List<String>>();
    cells.add(cells("load", headings, times, HEADINGS));
    lines.forEach(line -> cells.add(cells(line.loads(), begins(line), times, predictions(line))));
    return Columns.aligned(cells);
  }

  private static List<String> cells(
      String load, List<String> entries, int times, List<String> predictions) {
    return Stream.of(
            List.of(load), entries, Collections.nCopies(times - entries.size(), ""), predictions)
        .flatMap(List::stream)
        .toList();
  }

  private static List<String> predictions(TableLine line) {
    return switch (line.kind()) {
      case PREDICTED -> predicted(line);
      case BORROWED -> Collections.nCopies(HEADINGS.size(), "-");
      // The wait for another's exit cannot be predicted.
      case WAITS_FOR_EXIT -> Collections.nCopies(HEADINGS.size(), "");
    };
  }

  /** Predictions of loads that differ only in the threads of all their requests together. */
  private static List<String> predicted(TableLine line) {
    IntervalTable.Row row = line.row();
    String fewest = Numbers.tenths(row.averageParallelism());
    String most = Numbers.tenths(line.lastRow().averageParallelism());
    return List.of(
        Numbers.tenths(row.tailMs()),
        Numbers.tenths(row.meanMs()),
        line.last() == TableLine.OPEN
            ? fewest + " or more"
            : fewest.equals(most) ? fewest : fewest + " to " + most,
        row.aboveBound().stream()
            .mapToObj(share ->
                Numbers.hundredths(100 * share) + " %" + (row.optimal() ? "" : " unproved"))
            .findFirst()
            .orElse("-"));
  }

  private static List<String> without(int column, List<String> predictions) {
    var others = new ArrayList<>(predictions);
    others.remove(column);
    return others;
  }

  /** "0, d1", "75, d3": degrees that begin together are one entry, named after the greatest. */
  private static List<String> begins(TableLine line) {
    var entries = new ArrayList<String>();
    IntervalTable.Row row = line.row();
    int degrees = row.startsMs().size();
    for (int degree = 1; degree <= degrees && row.grants(degree); degree++) {
      if (degree == degrees || row.startMs(degree + 1) > row.startMs(degree)) {
        boolean exit = entries.isEmpty() && line.waits();
        entries.add((exit ? "e1" : Numbers.exact(row.startMs(degree))) + ", d" + degree);
      }
    }
    return entries;
  }
}
