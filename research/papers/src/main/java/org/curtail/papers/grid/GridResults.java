package org.curtail.papers.grid;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.curtail.benchkit.results.Claim;
import org.curtail.benchkit.results.Grid;
import org.curtail.benchkit.results.Grid.Yardstick;
import org.curtail.benchkit.results.GridPoint;
import org.curtail.benchkit.results.GridStatistic;
import org.curtail.benchkit.results.GridSummary;
import org.curtail.benchkit.results.NumberTable;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.Verdict;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.text.Numbers;

/** The results of a grid. */
public final class GridResults {
  private GridResults() {}

  /**
   * Simulates the whole grid and judges.
   *
   * @param command the command that repeats the grid
   * @throws org.curtail.benchkit.terminal.Interrupted if the user stopped the work
   * @throws IllegalArgumentException if a policy cannot be made for a demand; the message gives the
   *     reason
   */
  public static Results of(GridSetting setting, Console console, String command)
      throws InterruptedException {
    try (var runs = new GridRuns(setting, console)) {
      var grid = Grid.of(GridSetting.REFERENCE, runs.points());
      Slices slices = Slices.measure(runs, setting, grid.points());
      var claims = new ArrayList<Claim>();
      claims.addAll(GridAims.noHarm(grid));
      claims.addAll(GridAims.nearTheBest(grid));
      var tables = new ArrayList<NumberTable>();
      if (setting.policies().contains(LuceneLikeRates.PATIENT)) {
        LuceneLikeRates rates = LuceneLikeRates.measure(runs, setting);
        claims.addAll(GridAims.notAbovePatient(rates));
        tables.add(rates.table());
      }
      tables.addAll(slices.tables());
      return new Results(
              "grid",
              setting.seed(),
              grid.points().stream().mapToInt(GridPoint::cores).max().orElseThrow(),
              command,
              settings(setting),
              verdict(grid))
          .with()
          .claims(claims)
          .tables(tables)
          .grid(grid)
          .results();
    }
  }

  private static Map<String, Object> settings(GridSetting setting) {
    var settings = new LinkedHashMap<String, Object>();
    settings.put("demands", setting.demands().stream().map(GridDemand::name).toList());
    settings.put(
        "speedups",
        setting.demands().stream()
            .flatMap(demand -> demand.families().stream())
            .map(GridDemand.Family::speedups)
            .distinct()
            .toList());
    settings.put("cores", setting.cores());
    settings.put("loads", setting.loads());
    settings.put("policies", setting.policies());
    settings.put("requests per run", setting.requests());
    settings.put("requests before those that count", setting.warmUp());
    settings.put("seeds", setting.seeds());
    settings.put("costs", "none: ideal cores and sharing, threads that come and go for free");
    return settings;
  }

  static Verdict verdict(Grid grid) {
    List<String> others =
        grid.policies().stream().filter(policy -> !policy.equals(grid.reference())).toList();
    if (others.isEmpty()) {
      return new Verdict("Nothing stands beside %s.".formatted(grid.reference()), List.of());
    }
    List<String> harmless =
        others.stream().filter(policy -> greatest(grid, policy) <= 1.02).toList();
    var details = new ArrayList<String>();
    for (GridStatistic statistic : List.of(GridStatistic.MEAN, GridStatistic.P99)) {
      String best =
          others.stream()
              .min(Comparator.comparingDouble(policy -> mean(grid, policy, statistic)))
              .orElseThrow();
      GridSummary summary = grid.summary(grid.points(), best, statistic, Yardstick.REFERENCE);
      details.add(
          "%s has the lowest %s in the geometric mean: %s of %s, %s at worst."
              .formatted(
                  best,
                  statistic.words(),
                  Numbers.ratio(summary.geometricMean()),
                  grid.reference(),
                  Numbers.ratio(summary.worst())));
    }
    String of = "%,d points".formatted(grid.points().size());
    return new Verdict(
        harmless.isEmpty()
            ? "Every policy is worse than %s by more than 2 %% somewhere in %s."
                .formatted(grid.reference(), of)
            : "%s: nowhere in %s worse than %s by more than 2 %%."
                .formatted(String.join(", ", harmless), of, grid.reference()),
        details);
  }

  private static double mean(Grid grid, String policy, GridStatistic statistic) {
    double mean =
        grid.summary(grid.points(), policy, statistic, Yardstick.REFERENCE).geometricMean();
    return Double.isNaN(mean) ? Double.POSITIVE_INFINITY : mean;
  }

  /** Returns the worst of the judged ratios; infinite if the policy could not carry a point. */
  private static double greatest(Grid grid, String policy) {
    double greatest = 0;
    for (GridStatistic statistic : GridAims.JUDGED) {
      GridSummary summary = grid.summary(grid.points(), policy, statistic, Yardstick.REFERENCE);
      greatest =
          Math.max(
              greatest,
              summary.unstable() > 0 || summary.points() == 0
                  ? Double.POSITIVE_INFINITY
                  : summary.worst());
    }
    return greatest;
  }
}
