package org.curtail.benchkit.results;

import java.util.ArrayList;
import java.util.List;
import org.curtail.benchkit.results.Grid.Yardstick;
import org.jspecify.annotations.Nullable;

/**
 * A summary of a policy's ratios over many points of a {@link Grid}.
 *
 * @param demand demand of the points; {@value #ALL} for all demands
 * @param statistic name of the figure, by {@link GridStatistic#words}
 * @param beside reference of the ratios
 * @param geometricMean geometric mean of the ratios; absent without ratios
 * @param worst greatest ratio; absent without ratios
 * @param worstAt point of the greatest ratio as text; absent without ratios
 * @param unstable number of points at which the policy did not keep up
 */
public record GridLine(
    String policy,
    String demand,
    String statistic,
    Yardstick beside,
    @Nullable Double geometricMean,
    @Nullable Double worst,
    @Nullable String worstAt,
    int unstable) {
  /** Name that means all demands. */
  public static final String ALL = "all";

  /** Returns the lines of each policy: over all points, then by demand. */
  static List<GridLine> all(Grid grid) {
    var lines = new ArrayList<GridLine>();
    for (Yardstick beside : Yardstick.values()) {
      for (String policy : grid.policies()) {
        add(lines, grid, ALL, grid.points(), policy, beside);
        for (String demand : grid.demands()) {
          add(lines, grid, demand, grid.of(demand), policy, beside);
        }
      }
    }
    return lines;
  }

  private static void add(
      List<GridLine> lines,
      Grid grid,
      String demand,
      List<GridPoint> among,
      String policy,
      Yardstick beside) {
    for (GridStatistic statistic : GridStatistic.values()) {
      GridSummary summary = grid.summary(among, policy, statistic, beside);
      GridPoint at = summary.worstAt();
      lines.add(
          new GridLine(
              policy,
              demand,
              statistic.words(),
              beside,
              at == null ? null : (Double) summary.geometricMean(),
              at == null ? null : (Double) summary.worst(),
              at == null ? null : at.words(),
              summary.unstable()));
    }
  }
}
