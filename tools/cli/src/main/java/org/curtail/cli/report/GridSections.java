package org.curtail.cli.report;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import org.curtail.benchkit.results.Grid;
import org.curtail.benchkit.results.Grid.Yardstick;
import org.curtail.benchkit.results.GridPoint;
import org.curtail.benchkit.results.GridStatistic;
import org.curtail.benchkit.results.GridSummary;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.chart.Markup;

/**
 * Maps of cores and load: for each policy and each demand, mean and p99 beside the reference and
 * beside the best. The maps are tables with colours, readable for everybody.
 */
final class GridSections {
  /** Name in the map that is open at first; the others are folded. */
  private static final String OPEN = "tail-index";

  private static final List<Map> MAPS =
      List.of(
          new Map(GridStatistic.P99, Yardstick.REFERENCE),
          new Map(GridStatistic.P99, Yardstick.BEST),
          new Map(GridStatistic.MEAN, Yardstick.REFERENCE),
          new Map(GridStatistic.MEAN, Yardstick.BEST));

  /** Maps of a policy that learns while it serves, which is the last; includes its p95. */
  private static final List<Map> LEARNED =
      List.of(
          new Map(GridStatistic.P99, Yardstick.BEST),
          new Map(GridStatistic.P99, Yardstick.REFERENCE),
          new Map(GridStatistic.P95, Yardstick.REFERENCE),
          new Map(GridStatistic.MEAN, Yardstick.REFERENCE));

  private static final List<GridStatistic> ALL = List.of(GridStatistic.values());

  private static final List<GridStatistic> BY_DEMAND =
      List.of(GridStatistic.MEAN, GridStatistic.P99);

  /** Borders between the colours; the fifth colour means no difference. */
  private static final double[] BORDERS = {0.5, 0.7, 0.85, 0.98, 1.02, 1.1, 1.25, 2};

  /** Meaning of each colour. */
  private static final String[] WORDS = {
    "below 0.50",
    "to 0.70",
    "to 0.85",
    "to 0.98",
    "0.98 to 1.02",
    "to 1.10",
    "to 1.25",
    "to 2.00",
    "above"
  };

  private GridSections() {}

  /** The content of one map. */
  private record Map(GridStatistic statistic, Yardstick yardstick) {
    String caption(Grid grid) {
      return switch (yardstick) {
        case REFERENCE -> statistic.words() + " ÷ " + grid.reference();
        case BEST -> statistic.words() + " ÷ best policy";
      };
    }
  }

  static void write(Markup markup, Chapter chapter) {
    Grid grid = chapter.results().grid();
    if (grid != null) {
      String open = grid.policies().contains(OPEN) ? OPEN : grid.policies().getLast();
      write(markup, chapter, grid, open, MAPS);
    }
  }

  /** Writes the maps of a policy that learns while it serves, which is the last. */
  static void writeLearned(Markup markup, Chapter chapter) {
    Grid grid = chapter.results().grid();
    if (grid != null) {
      write(markup, chapter, grid, grid.policies().getLast(), LEARNED);
    }
  }

  private static void write(
      Markup markup, Chapter chapter, Grid grid, String open, List<Map> maps) {
    chapter.startSection(markup, "grid-maps", "Each policy by demand, cores and load");
    markup.note(
        "A row for each number of cores, a column for each load: the used share of the cores with one thread a request. A dash: the policy did not keep up.");
    ratioLegend(markup);
    for (String policy : grid.policies()) {
      policy(markup, grid, policy, policy.equals(open), maps);
    }
    markup.end();
  }

  private static void policy(
      Markup markup, Grid grid, String policy, boolean open, List<Map> maps) {
    markup.newLine();
    if (open) {
      markup.start("details", "open", "open");
    } else {
      markup.start("details");
    }
    GridSummary p99 = grid.summary(grid.points(), policy, GridStatistic.P99, Yardstick.REFERENCE);
    markup.start("summary");
    markup.element("strong", policy);
    if (p99.points() > 0) {
      markup.text(
          ": p99 %s of %s in the geometric mean, %s at worst"
              .formatted(ratioText(p99.geometricMean()), grid.reference(), ratioText(p99.worst())));
    }
    markup.end();
    for (String demand : grid.demands()) {
      List<GridPoint> ofDemand = grid.of(demand);
      for (String speedups : ofDemand.stream().map(GridPoint::speedups).distinct().toList()) {
        List<GridPoint> points =
            ofDemand.stream().filter(point -> point.speedups().equals(speedups)).toList();
        String heading = "%s, %s speedups".formatted(demand, speedups);
        markup.element("h4", heading);
        markup.start("div", "class", "maps");
        for (Map map : maps) {
          map(markup, grid, policy, points, map, heading);
        }
        markup.end();
      }
    }
    markup.end();
  }

  private static void map(
      Markup markup, Grid grid, String policy, List<GridPoint> points, Map map, String heading) {
    List<Double> loads = points.stream().map(GridPoint::load).distinct().sorted().toList();
    List<Integer> cores = points.stream().map(GridPoint::cores).distinct().sorted().toList();
    String caption = map.caption(grid);
    markup.start(
        "div",
        "class",
        "scroll",
        "tabindex",
        "0",
        "role",
        "group",
        "aria-label",
        "%s: %s, %s".formatted(policy, heading, caption));
    markup.start("table", "class", "map");
    markup.element("caption", caption);
    markup.start("thead");
    markup.start("tr");
    markup.element("th", "cores", "scope", "col");
    loads.forEach(load -> markup.element("th", Numbers.plain(load), "scope", "col"));
    markup.end();
    markup.end();
    markup.start("tbody");
    for (int count : cores) {
      markup.start("tr");
      markup.element("th", Integer.toString(count), "scope", "row");
      for (double load : loads) {
        ratioCell(
            markup,
            at(points, point -> point.cores() == count && point.load() == load)
                .map(point -> grid.ratio(point, policy, map.statistic(), map.yardstick()))
                .orElse(OptionalDouble.empty()));
      }
      markup.end();
    }
    Chapter.endTable(markup);
  }

  private static Optional<GridPoint> at(List<GridPoint> points, Predicate<GridPoint> place) {
    return points.stream().filter(place).findFirst();
  }

  static void writeSummary(Markup markup, Chapter chapter) {
    Grid grid = chapter.results().grid();
    if (grid == null) {
      return;
    }
    chapter.startSection(markup, "grid-summary", "Each policy over all points");
    markup.note(
        "Ratios of latencies: the typical one is the geometric mean over all points, the worst is that of one point. Below 1 is less latency. At a point all policies serve the same requests. Points at which a policy does not keep up have no ratio and are counted apart.");
    ratioLegend(markup);
    overall(markup, grid, Yardstick.REFERENCE, "Beside " + grid.reference());
    overall(markup, grid, Yardstick.BEST, "Beside the best policy of each point");
    for (GridStatistic statistic : BY_DEMAND) {
      byDemand(markup, grid, statistic);
    }
    markup.end();
  }

  private static void overall(Markup markup, Grid grid, Yardstick yardstick, String caption) {
    startSummary(markup, caption, ALL.stream().map(GridStatistic::words).toList(), "not kept up");
    for (String policy : grid.policies()) {
      markup.start("tr");
      markup.element("th", policy, "scope", "row");
      int unstable = 0;
      for (GridStatistic statistic : ALL) {
        GridSummary summary = grid.summary(grid.points(), policy, statistic, yardstick);
        summaryCells(markup, summary);
        unstable = summary.unstable();
      }
      markup.element("td", unstable == 0 ? "" : Integer.toString(unstable));
      markup.end();
    }
    Chapter.endTable(markup);
  }

  private static void byDemand(Markup markup, Grid grid, GridStatistic statistic) {
    startSummary(
        markup,
        "%s beside %s, by demand".formatted(statistic.words(), grid.reference()),
        grid.demands(),
        "");
    for (String policy : grid.policies()) {
      markup.start("tr");
      markup.element("th", policy, "scope", "row");
      for (String demand : grid.demands()) {
        List<GridPoint> points = grid.of(demand);
        summaryCells(markup, grid.summary(points, policy, statistic, Yardstick.REFERENCE));
      }
      markup.end();
    }
    Chapter.endTable(markup);
  }

  private static void summaryCells(Markup markup, GridSummary summary) {
    boolean any = summary.points() > 0;
    ratioCell(markup, any ? OptionalDouble.of(summary.geometricMean()) : OptionalDouble.empty());
    ratioCell(markup, any ? OptionalDouble.of(summary.worst()) : OptionalDouble.empty());
  }

  /** Opens a table with two lines of headings: above the groups, below typical ratio and worst. */
  private static void startSummary(
      Markup markup, String caption, List<String> groups, String last) {
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

  /** Writes a cell with a ratio. */
  static void ratioCell(Markup markup, OptionalDouble ratio) {
    if (ratio.isEmpty()) {
      markup.element("td", "–");
    } else {
      markup.element(
          "td", ratioText(ratio.getAsDouble()), "class", "q" + ratioColour(ratio.getAsDouble()));
    }
  }

  /** A ratio with at most three digits, so that cells are similar. */
  static String ratioText(double ratio) {
    return ratio < 9.995
        ? Numbers.hundredths(ratio)
        : ratio < 99.95 ? Numbers.tenths(ratio) : Numbers.count(Math.round(ratio));
  }

  /** Number of a ratio's colour, 0 to 8. */
  static int ratioColour(double ratio) {
    int colour = 0;
    while (colour < BORDERS.length && ratio >= BORDERS[colour]) {
      colour++;
    }
    return colour;
  }

  /** The key to the colours. */
  static void ratioLegend(Markup markup) {
    markup.start("ul", "class", "ratio-key", "aria-label", "Colours of ratios");
    for (int colour = 0; colour < WORDS.length; colour++) {
      markup.element("li", WORDS[colour], "class", "q" + colour);
    }
    markup.end();
  }
}
