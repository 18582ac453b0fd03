package org.curtail.benchkit.results;

import java.util.ArrayList;
import java.util.List;
import org.curtail.benchkit.results.Grid.Yardstick;
import org.jspecify.annotations.Nullable;

/**
 * One figure of a policy over many points of a {@link Grid}.
 *
 * @param demand of the points; {@value #ALL} for those of all demands
 * @param statistic as {@link GridStatistic#words} has it
 * @param beside reference of the ratios
 * @param geometricMean of the ratios; absent if there are none
 * @param worst the greatest ratio; absent if there are none
 * @param worstAt its point in words; absent if there are none
 * @param unstable number of points without a ratio, since the policy did not keep up there
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
  /** Stands for all demands. */
  public static final String ALL = "all";

  /** The lines of every policy: over all points, then by demand. */
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
