package org.curtail.papers.grid;

import java.util.ArrayList;
import java.util.List;
import org.curtail.benchkit.results.Answer;
import org.curtail.benchkit.results.Claim;
import org.curtail.benchkit.results.Grid;
import org.curtail.benchkit.results.Grid.Yardstick;
import org.curtail.benchkit.results.GridPoint;
import org.curtail.benchkit.results.GridStatistic;
import org.curtail.benchkit.results.GridSummary;
import org.curtail.benchkit.text.Numbers;
import org.jspecify.annotations.Nullable;

/** The aims of policies, and whether each policy meets them. */
final class GridAims {
  private static final double NO_HARM = 1.02;
  private static final double NEAR_IN_THE_MEAN = 1.05;
  private static final double NEAR_AT_WORST = 1.25;

  private static final String NEAR_AIM =
      "Near the best: p99 at most 1.05 times the best in the geometric mean, and 1.25 at worst";

  /**
   * Judged figures. The median does not count, because service in order of arrival makes it longer
   * for a good reason.
   */
  static final List<GridStatistic> JUDGED =
      List.of(GridStatistic.MEAN, GridStatistic.P95, GridStatistic.P99, GridStatistic.P999);

  private GridAims() {}

  /** Adds a claim for each policy of the family: at no point it is worse than the reference. */
  static List<Claim> noHarm(Grid grid) {
    var claims = new ArrayList<Claim>();
    for (String policy : family(grid)) {
      boolean holds = true;
      GridSummary worst = null;
      GridStatistic where = GridStatistic.MEAN;
      int above = 0;
      int all = 0;
      for (GridStatistic statistic : JUDGED) {
        GridSummary summary = grid.summary(grid.points(), policy, statistic, Yardstick.REFERENCE);
        holds &= summary.isWithin(NO_HARM);
        above += above(grid, policy, statistic);
        all += grid.points().size();
        if (worst == null || summary.worst() > worst.worst()) {
          worst = summary;
          where = statistic;
        }
      }
      claims.add(
          Claim.answered(
              "No harm: at most 1.02 times %s at every point".formatted(grid.reference()),
              policy + ": mean, p95, p99 and p99.9",
              Answer.of(holds),
              evidence(worst, where, "%,d of %,d figures are above".formatted(above, all)),
              ""));
    }
    return claims;
  }

  private static int above(Grid grid, String policy, GridStatistic statistic) {
    return (int)
        grid.points().stream()
            .filter(point ->
                point.failed(policy)
                    || grid.ratio(point, policy, statistic, Yardstick.REFERENCE).orElse(0)
                        > NO_HARM)
            .count();
  }

  private static String evidence(
      @Nullable GridSummary worst, GridStatistic statistic, String more) {
    GridPoint at = worst == null ? null : worst.worstAt();
    if (worst == null || at == null) {
      return "it did not keep up at any point";
    }
    String unstable =
        worst.unstable() == 0 ? "" : "; did not keep up at %d points".formatted(worst.unstable());
    return "worst %s, %s of %s; %s%s"
        .formatted(Numbers.ratio(worst.worst()), statistic.words(), at.words(), more, unstable);
  }

  /**
   * Adds a claim for each policy of the family: its p99 is near the best one, at every point and in
   * the mean.
   */
  static List<Claim> nearTheBest(Grid grid) {
    var claims = new ArrayList<Claim>();
    for (String policy : family(grid)) {
      GridSummary all = grid.summary(grid.points(), policy, GridStatistic.P99, Yardstick.BEST);
      GridSummary ofFamily =
          GridSummary.of(
              grid.points(),
              policy,
              point -> point.ratioToBest(policy, GridAims::isOfFamily, GridStatistic.P99));
      claims.add(nearTheBest(policy + " beside the best of all", all));
      claims.add(nearTheBest(policy + " beside the best of its family", ofFamily));
    }
    return claims;
  }

  private static Claim nearTheBest(String what, GridSummary summary) {
    boolean holds = summary.isWithin(NEAR_AT_WORST) && summary.geometricMean() <= NEAR_IN_THE_MEAN;
    return Claim.answered(
        NEAR_AIM,
        what,
        Answer.of(holds),
        evidence(
            summary, GridStatistic.P99, "geometric mean " + Numbers.ratio(summary.geometricMean())),
        "");
  }

  /**
   * Adds a claim for each other policy of the family: at no point it is worse than the patient
   * policy.
   */
  static List<Claim> notAbovePatient(LuceneLikeRates measured) {
    var claims = new ArrayList<Claim>();
    String aim =
        "Lucene-like demand on %d cores: p99 not above %s at any rate"
            .formatted(LuceneLikeRates.CORES, LuceneLikeRates.PATIENT);
    for (String policy : measured.policies()) {
      if (isOfFamily(policy) && !policy.equals(LuceneLikeRates.PATIENT)) {
        List<Double> ratios = measured.toPatient(policy);
        claims.add(
            Claim.answered(
                aim,
                policy,
                Answer.of(ratios.stream().allMatch(ratio -> ratio <= 1)),
                "%s at %s requests/s"
                    .formatted(
                        String.join(", ", ratios.stream().map(Numbers::ratio).toList()),
                        String.join(
                            ", ", LuceneLikeRates.RATES.stream().map(Numbers::plain).toList())),
                ""));
      }
    }
    return claims;
  }

  private static List<String> family(Grid grid) {
    return grid.policies().stream().filter(GridAims::isOfFamily).toList();
  }

  /** Returns true if a policy is of the family that must meet the aims. */
  private static boolean isOfFamily(String policy) {
    return policy.startsWith("tail-index");
  }
}
