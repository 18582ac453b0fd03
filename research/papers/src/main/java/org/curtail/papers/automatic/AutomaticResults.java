package org.curtail.papers.automatic;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.curtail.benchkit.results.Claim;
import org.curtail.benchkit.results.Grid;
import org.curtail.benchkit.results.Grid.Yardstick;
import org.curtail.benchkit.results.GridStatistic;
import org.curtail.benchkit.results.GridSummary;
import org.curtail.benchkit.results.Interruption;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.Verdict;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.Interrupted;
import org.curtail.benchkit.terminal.PolicyNames;
import org.curtail.benchkit.text.Numbers;
import org.curtail.papers.automatic.AutomaticRuns.Measured;
import org.curtail.papers.automatic.AutomaticSetting.Demand;
import org.curtail.papers.automatic.AutomaticSetting.Part;
import org.jspecify.annotations.Nullable;

/** The results of the policy automatic. */
public final class AutomaticResults {
  private AutomaticResults() {}

  /**
   * Measures and judges. After a stop by the user, the results contain the finished points.
   *
   * @param command the command that repeats the measurement
   * @param soFar gets the results of all finished points after each new point except the last
   * @throws Interrupted if the user stopped it before any point was finished
   */
  public static Results of(
      AutomaticSetting setting, Console console, String command, Consumer<Results> soFar)
      throws InterruptedException {
    Measured measured =
        AutomaticRuns.measure(
            setting, new Plans(), console, now -> soFar.accept(of(setting, now, command)));
    if (measured.finished() == 0) {
      throw new Interrupted("stopped in the first points; no results were written");
    }
    return of(setting, measured, command);
  }

  /** Returns the results of the measured points, which may be only a part of all points. */
  static Results of(AutomaticSetting setting, Measured measured, String command) {
    List<Claim> claims = claims(measured);
    Grid grid =
        measured.steady().isEmpty()
            ? null
            : Grid.of(
                Hindsight.SEQUENTIAL, measured.steady().stream().map(SteadyPoint::point).toList());
    return new Results(
            Results.AUTOMATIC,
            setting.seed(),
            setting.cores().stream().mapToInt(cores -> cores).max().orElseThrow(),
            command,
            settings(setting),
            verdict(measured, claims, grid))
        .with()
        .claims(claims)
        .figures(AutomaticFigures.of(measured))
        .tables(AutomaticTables.of(measured))
        .interrupted(
            measured.isComplete()
                ? null
                : new Interruption(measured.finished(), measured.wanted(), "points", List.of()))
        .grid(grid)
        .results();
  }

  private static Map<String, Object> settings(AutomaticSetting setting) {
    var settings = new LinkedHashMap<String, Object>();
    settings.put("parts", setting.parts().stream().map(Part::toString).toList());
    settings.put("demands", setting.demands().stream().map(Demand::name).toList());
    settings.put("cores", setting.cores());
    settings.put("loads", setting.loads());
    settings.put("requests per run", setting.requests());
    settings.put("seconds per run at least", setting.seconds());
    settings.put("seeds", setting.seeds());
    settings.put(
        "loads and services that change",
        "%s on %s"
            .formatted(setting.demands().getFirst().name(), Words.cores(setting.changingCores())));
    settings.put("load of services that change", DriftPoint.LOAD);
    settings.put("costs", "none: ideal cores and sharing, threads that come and go for free");
    return settings;
  }

  private static List<Claim> claims(Measured measured) {
    var unordered = new ArrayList<Claim>();
    for (String demand :
        measured.steady().stream().map(it -> it.point().demand()).distinct().toList()) {
      unordered.addAll(
          NoHarm.claims(
              demand,
              measured.steady().stream()
                  .filter(it -> it.point().demand().equals(demand))
                  .map(it -> new NoHarm.Held(it.place(), it.comparison()))
                  .toList()));
    }
    if (!measured.changing().isEmpty()) {
      unordered.addAll(
          NoHarm.claims(
              "loads that change",
              measured.changing().stream()
                  .map(it -> new NoHarm.Held(it.place(), it.comparison()))
                  .toList()));
    }
    unordered.addAll(DriftClaims.claims(measured.drifts()));
    AutomaticTables.allAlarms(measured).map(DriftClaims::alarms).ifPresent(unordered::add);
    // Groups the claims by aim, in the order in which the aims first appear.
    return unordered.stream()
        .map(Claim::figure)
        .distinct()
        .flatMap(aim -> unordered.stream().filter(claim -> claim.figure().equals(aim)))
        .toList();
  }

  private static Verdict verdict(Measured measured, List<Claim> claims, @Nullable Grid grid) {
    long held = claims.stream().filter(claim -> Boolean.TRUE.equals(claim.holds())).count();
    long ties = claims.stream().filter(Claim::isTie).count();
    var details = new ArrayList<String>();
    if (grid != null) {
      for (GridStatistic statistic : List.of(GridStatistic.P99, GridStatistic.MEAN)) {
        details.add(learned(grid, statistic));
      }
    }
    if (!measured.isComplete()) {
      details.add(
          new Interruption(measured.finished(), measured.wanted(), "points", List.of()).sentence());
    }
    return new Verdict(
        "Of what is asked of automatic, %d of %d hold, %d do not, %d %s not decided."
            .formatted(
                held, claims.size(), claims.size() - held - ties, ties, ties == 1 ? "is" : "are"),
        details);
  }

  private static String learned(Grid grid, GridStatistic statistic) {
    GridSummary toSequential =
        grid.summary(grid.points(), PolicyNames.AUTOMATIC, statistic, Yardstick.REFERENCE);
    GridSummary ofBest =
        grid.summary(grid.points(), SteadyPoint.BEST, statistic, Yardstick.REFERENCE);
    GridSummary usual =
        grid.summary(grid.points(), Hindsight.USUAL, statistic, Yardstick.REFERENCE);
    return "%s after learning, geometric mean over %s points: %s of sequential, %s at worst; the best with hindsight %s; %s %s."
        .formatted(
            statistic.words(),
            Numbers.count(grid.points().size()),
            Numbers.ratio(toSequential.geometricMean()),
            Numbers.ratio(toSequential.worst()),
            Numbers.ratio(ofBest.geometricMean()),
            Hindsight.USUAL,
            Numbers.ratio(usual.geometricMean()));
  }
}
