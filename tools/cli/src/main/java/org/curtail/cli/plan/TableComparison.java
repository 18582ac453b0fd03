package org.curtail.cli.plan;

import java.util.List;
import java.util.stream.IntStream;
import org.curtail.IntervalTable;
import org.curtail.Profile;
import org.curtail.benchkit.files.NamedTable;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.plan.TableForecast;
import org.jspecify.annotations.Nullable;

/**
 * Two tables on the same demand, load by load.
 *
 * @param profile the file of the demand
 * @param percentile percentile of the tails, 0 to 100
 * @param first name of the first table
 * @param second name of the second
 * @param rows a row for each load from 1
 */
public record TableComparison(
    String profile, double percentile, String first, String second, List<Row> rows) {
  /**
   * Both tables at a load.
   *
   * @param tailRatio ratio of the second table's tail to the first's; null if one of them waits for
   *     an exit
   */
  public record Row(int load, Side first, Side second, @Nullable Double tailRatio) {}

  /**
   * One table at a load.
   *
   * @param startsMs starts of degrees as in a table's row
   * @param prediction prediction; null if a request waits for the exit of another one, which is
   *     unpredictable
   */
  public record Side(List<Double> startsMs, @Nullable Prediction prediction) {}

  /** The prediction by the model of Figure 6; see {@link IntervalTable.Row}. */
  public record Prediction(double tailMs, double meanMs, double averageParallelism) {}

  public TableComparison {
    rows = List.copyOf(rows);
  }

  /**
   * Returns the greatest load at which one of two tables admits a request without the exit of
   * another one. Without such waits, returns the load of the last row.
   */
  public static int greatestLoad(NamedTable first, NamedTable second) {
    return Math.max(greatestLoad(first.table()), greatestLoad(second.table()));
  }

  private static int greatestLoad(IntervalTable table) {
    return table.hasExit() ? table.waitForExitAbove() : table.rows().getLast().load();
  }

  /**
   * Compares two tables.
   *
   * @param profileName name of the profile, for messages and output
   * @param maxLoad the greatest load, at least 1
   * @throws UsageError if the profile lacks a degree of a table
   */
  public static TableComparison of(
      NamedTable first,
      NamedTable second,
      Profile profile,
      String profileName,
      double percentile,
      int maxLoad) {
    for (NamedTable table : List.of(first, second)) {
      if (table.table().maxDegree() > profile.maxDegree()) {
        throw new UsageError(
            "%s: expected a table of at most the degree %d that %s has measured, found %d"
                .formatted(
                    table.name(), profile.maxDegree(), profileName, table.table().maxDegree()));
      }
    }
    IntervalTable one = TableForecast.of(first.table(), profile, percentile, maxLoad);
    IntervalTable other = TableForecast.of(second.table(), profile, percentile, maxLoad);
    return new TableComparison(
        profileName,
        percentile,
        first.name(),
        second.name(),
        IntStream.rangeClosed(1, maxLoad).mapToObj(load -> row(load, one, other)).toList());
  }

  private static Row row(int load, IntervalTable first, IntervalTable second) {
    Side one = side(load, first);
    Side other = side(load, second);
    return new Row(load, one, other, ratio(one.prediction(), other.prediction()));
  }

  private static Side side(int load, IntervalTable table) {
    IntervalTable.Row row = table.row(load);
    return new Side(
        row.startsMs(),
        load > table.waitForExitAbove()
            ? null
            : new Prediction(row.tailMs(), row.meanMs(), row.averageParallelism()));
  }

  private static @Nullable Double ratio(@Nullable Prediction first, @Nullable Prediction second) {
    return first == null || second == null ? null : second.tailMs() / first.tailMs();
  }
}
