package org.curtail.benchkit.results;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * Results of policies over demands, speedups, numbers of cores and loads.
 *
 * @param reference policy with which others are compared
 * @param points points by demand, speedups, cores and load, each ascending or in the given order
 * @param lines a summary of each policy over the points
 */
public record Grid(String reference, List<GridPoint> points, List<GridLine> lines) {
  /** Reference of ratios at each point. */
  public enum Yardstick {
    /** The policy that is the grid's reference. */
    REFERENCE,
    /** The least value over all policies, for each figure separately. */
    BEST;

    /** Returns the name in a file: {@code best}. */
    @Override
    @JsonValue
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public Grid {
    points = List.copyOf(points);
    lines = List.copyOf(lines);
    if (points.isEmpty()) {
      throw new IllegalArgumentException("a grid needs at least one point");
    }
  }

  /** Returns a grid of these points, with its summaries. */
  public static Grid of(String reference, List<GridPoint> points) {
    var grid = new Grid(reference, points, List.of());
    return new Grid(reference, points, GridLine.all(grid));
  }

  /** Returns the names of all policies, in the order of the points. */
  public List<String> policies() {
    return distinct(point -> point.policies().stream().map(GridFigures::policy).toList());
  }

  /** Returns the names of all demands, in the order of the points. */
  public List<String> demands() {
    return distinct(point -> List.of(point.demand()));
  }

  private List<String> distinct(Function<GridPoint, List<String>> names) {
    return points.stream().flatMap(point -> names.apply(point).stream()).distinct().toList();
  }

  /** Returns the points of a demand. */
  public List<GridPoint> of(String demand) {
    return points.stream().filter(point -> point.demand().equals(demand)).toList();
  }

  /** Returns a policy's ratio at a point; empty if the policy or the reference did not keep up. */
  public OptionalDouble ratio(
      GridPoint point, String policy, GridStatistic statistic, Yardstick yardstick) {
    return switch (yardstick) {
      case REFERENCE -> point.ratio(policy, reference, statistic);
      case BEST -> point.ratioToBest(policy, name -> true, statistic);
    };
  }

  /**
   * Returns the summary of a policy over several points.
   *
   * @param among some or all of {@link #points}
   */
  public GridSummary summary(
      List<GridPoint> among, String policy, GridStatistic statistic, Yardstick yardstick) {
    return GridSummary.of(among, policy, point -> ratio(point, policy, statistic, yardstick));
  }
}
