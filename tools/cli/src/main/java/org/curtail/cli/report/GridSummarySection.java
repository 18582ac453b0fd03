package org.curtail.cli.report;

import java.util.List;
import java.util.OptionalDouble;
import org.curtail.benchkit.results.Grid;
import org.curtail.benchkit.results.Grid.Yardstick;
import org.curtail.benchkit.results.GridPoint;
import org.curtail.benchkit.results.GridStatistic;
import org.curtail.benchkit.results.GridSummary;
import org.curtail.cli.chart.Markup;

/** Each policy over all points of a grid, and by demand. */
final class GridSummarySection {
  private static final List<GridStatistic> ALL = List.of(GridStatistic.values());

  private static final List<GridStatistic> BY_DEMAND =
      List.of(GridStatistic.MEAN, GridStatistic.P99);

  private GridSummarySection() {}

  static void write(Markup markup, Chapter chapter) {
    Grid grid = chapter.results().grid();
    if (grid == null) {
      return;
    }
    chapter.startSection(markup, "grid-summary", "Each policy over all points");
    markup.element(
        "p",
        "Ratios of latencies: the typical one is the geometric mean over all points, the worst is"
            + " that of one point. Below 1 is less latency. At a point all policies serve the same"
            + " requests. A point at which a policy does not keep up has no ratio and is counted"
            + " apart.",
        "class",
        "note");
    RatioCell.legend(markup);
    overall(markup, grid, Yardstick.REFERENCE, "Beside " + grid.reference());
    overall(markup, grid, Yardstick.BEST, "Beside the best policy of each point");
    for (GridStatistic statistic : BY_DEMAND) {
      byDemand(markup, grid, statistic);
    }
    markup.end();
  }

  private static void overall(Markup markup, Grid grid, Yardstick yardstick, String caption) {
    startTable(markup, caption, ALL.stream().map(GridStatistic::words).toList(), "not kept up");
    for (String policy : grid.policies()) {
      markup.start("tr");
      markup.element("th", policy, "scope", "row");
      int unstable = 0;
      for (GridStatistic statistic : ALL) {
        GridSummary summary = grid.summary(grid.points(), policy, statistic, yardstick);
        cells(markup, summary);
        unstable = summary.unstable();
      }
      markup.element("td", unstable == 0 ? "" : Integer.toString(unstable));
      markup.end();
    }
    Chapter.endTable(markup);
  }

  private static void byDemand(Markup markup, Grid grid, GridStatistic statistic) {
    startTable(
        markup,
        "%s beside %s, by demand".formatted(statistic.words(), grid.reference()),
        grid.demands(),
        "");
    for (String policy : grid.policies()) {
      markup.start("tr");
      markup.element("th", policy, "scope", "row");
      for (String demand : grid.demands()) {
        List<GridPoint> points = grid.of(demand);
        cells(markup, grid.summary(points, policy, statistic, Yardstick.REFERENCE));
      }
      markup.end();
    }
    Chapter.endTable(markup);
  }

  private static void cells(Markup markup, GridSummary summary) {
    boolean any = summary.points() > 0;
    RatioCell.write(
        markup, any ? OptionalDouble.of(summary.geometricMean()) : OptionalDouble.empty());
    RatioCell.write(markup, any ? OptionalDouble.of(summary.worst()) : OptionalDouble.empty());
  }

  /** Two lines of headings: above what is compared, below its typical ratio and its worst. */
  private static void startTable(Markup markup, String caption, List<String> groups, String last) {
    markup.start("div", "class", "scroll", "tabindex", "0", "role", "group", "aria-label", caption);
    markup.start("table", "class", "map");
    markup.element("caption", caption);
    markup.start("thead");
    markup.start("tr");
    markup.element("th", "policy", "scope", "col", "rowspan", 2);
    for (String group : groups) {
      markup.element("th", group, "scope", "colgroup", "colspan", 2, "class", "group");
    }
    if (!last.isEmpty()) {
      markup.element("th", last, "scope", "col", "rowspan", 2);
    }
    markup.end();
    markup.start("tr");
    for (int i = 0; i < groups.size(); i++) {
      markup.element("th", "typical", "scope", "col");
      markup.element("th", "worst", "scope", "col");
    }
    markup.end();
    markup.end();
    markup.start("tbody");
  }
}
