package org.curtail.papers.grid;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.curtail.benchkit.results.Grid;
import org.curtail.benchkit.results.Grid.Yardstick;
import org.curtail.benchkit.results.GridStatistic;
import org.curtail.benchkit.results.GridSummary;
import org.curtail.benchkit.text.Numbers;

/** A grid for people: the results of each policy over all points, and by demand. */
final class GridText {
  private static final List<GridStatistic> SHOWN =
      List.of(GridStatistic.MEAN, GridStatistic.P95, GridStatistic.P99, GridStatistic.P999);

  private GridText() {}

  /** Returns the lines, all within the width of a terminal. */
  static List<String> lines(Grid grid) {
    var lines = new ArrayList<String>();
    lines.addAll(
        table(
            "Ratio to %s at %,d points: geometric mean and worst"
                .formatted(grid.reference(), grid.points().size()),
            grid,
            Yardstick.REFERENCE));
    lines.add("");
    lines.addAll(
        table(
            "Ratio to the best policy of each point: geometric mean and worst",
            grid,
            Yardstick.BEST));
    lines.add("");
    lines.addAll(worst(grid));
    return lines;
  }

  private static List<String> table(String title, Grid grid, Yardstick yardstick) {
    int width = width(grid);
    var lines = new ArrayList<String>();
    lines.add(title);
    lines.add(
        row(
            width,
            "policy",
            SHOWN.stream().map(it -> "%6s%6s".formatted(it.words(), "worst")).toList()));
    for (String policy : grid.policies()) {
      lines.add(
          row(
              width,
              policy,
              SHOWN.stream()
                  .map(statistic -> grid.summary(grid.points(), policy, statistic, yardstick))
                  .map(it -> "%6s%6s".formatted(ratio(it.geometricMean()), ratio(it.worst())))
                  .toList()));
    }
    return lines;
  }

  private static String row(int width, String name, List<String> cells) {
    return ("%-" + width + "s%s").formatted(name, String.join(" ", cells));
  }

  private static int width(Grid grid) {
    return grid.policies().stream().mapToInt(String::length).max().orElseThrow() + 1;
  }

  static String ratio(double ratio) {
    if (Double.isNaN(ratio)) {
      return "-";
    }
    if (ratio >= 99.95) {
      return Numbers.count(Math.round(ratio));
    }
    String hundredths = Numbers.hundredths(ratio);
    return hundredths.substring(0, Math.min(4, hundredths.length()));
  }

  private static List<String> worst(Grid grid) {
    int width = width(grid);
    return Stream.concat(
            Stream.of("Where p99 beside %s is worst".formatted(grid.reference())),
            grid.policies().stream()
                .filter(policy -> !policy.equals(grid.reference()))
                .map(policy -> row(width, policy, List.of(worstAt(grid, policy)))))
        .toList();
  }

  private static String worstAt(Grid grid, String policy) {
    GridSummary summary =
        grid.summary(grid.points(), policy, GridStatistic.P99, Yardstick.REFERENCE);
    String unstable = summary.unstable() == 0 ? "" : "; did not keep up at " + summary.unstable();
    return summary.worstAt() == null ? "nowhere" + unstable : summary.worstAt().words() + unstable;
  }
}
