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
 * beside the best. They are tables, which everybody can read, with colours.
 */
final class GridMapSection {
  /** Opened as the page comes; the others are a click away. */
  private static final String OPEN = "tail-index";

  private GridMapSection() {}

  /** What one map shows. */
  private record Map(GridStatistic statistic, Yardstick yardstick) {
    String caption(Grid grid) {
      return switch (yardstick) {
        case REFERENCE -> statistic.words() + " ÷ " + grid.reference();
        case BEST -> statistic.words() + " ÷ best policy";
      };
    }
  }

  private static final List<Map> MAPS =
      List.of(
          new Map(GridStatistic.P99, Yardstick.REFERENCE),
          new Map(GridStatistic.P99, Yardstick.BEST),
          new Map(GridStatistic.MEAN, Yardstick.REFERENCE),
          new Map(GridStatistic.MEAN, Yardstick.BEST));

  /** Of what learns while it serves: the last policy, and its p95 besides. */
  private static final List<Map> LEARNED =
      List.of(
          new Map(GridStatistic.P99, Yardstick.BEST),
          new Map(GridStatistic.P99, Yardstick.REFERENCE),
          new Map(GridStatistic.P95, Yardstick.REFERENCE),
          new Map(GridStatistic.MEAN, Yardstick.REFERENCE));

  static void write(Markup markup, Chapter chapter) {
    Grid grid = chapter.results().grid();
    if (grid != null) {
      String open = grid.policies().contains(OPEN) ? OPEN : grid.policies().getLast();
      write(markup, chapter, grid, open, MAPS);
    }
  }

  /** The same of results of a policy that learns while it serves, which is the last. */
  static void writeLearned(Markup markup, Chapter chapter) {
    Grid grid = chapter.results().grid();
    if (grid != null) {
      write(markup, chapter, grid, grid.policies().getLast(), LEARNED);
    }
  }

  private static void write(
      Markup markup, Chapter chapter, Grid grid, String open, List<Map> maps) {
    chapter.startSection(markup, "grid-maps", "Each policy by demand, cores and load");
    markup.element(
        "p",
        "A row for each number of cores, a column for each load: the share of the cores that is"
            + " used with one thread a request. A dash: the policy did not keep up.",
        "class",
        "note");
    RatioCell.legend(markup);
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
              .formatted(
                  RatioCell.text(p99.geometricMean()),
                  grid.reference(),
                  RatioCell.text(p99.worst())));
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
        RatioCell.write(
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
}
