package org.curtail.papers.automatic;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.curtail.benchkit.results.Answer;
import org.curtail.benchkit.results.Claim;
import org.curtail.benchkit.results.GridStatistic;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.benchkit.terminal.PolicyNames;
import org.curtail.benchkit.text.Numbers;
import org.curtail.papers.automatic.DriftPoint.Detection;
import org.curtail.papers.automatic.DriftPoint.Outcome;

/** Requirements on automatic for changing services. */
final class DriftClaims {
  private static final double MOST_ALARMS_PER_DAY = 1;

  private DriftClaims() {}

  /** Adds the claims on all changes. */
  static List<Claim> claims(List<DriftPoint> points) {
    var claims = new ArrayList<Claim>();
    List<DriftPoint> changes =
        points.stream().filter(point -> point.kind() != DriftKind.NONE).toList();
    for (DriftPoint point : changes) {
      claims.add(noticed(point));
    }
    for (DriftPoint point : changes) {
      for (GridStatistic statistic :
          List.of(GridStatistic.MEAN, GridStatistic.P95, GridStatistic.P99)) {
        Ratio ratio = automatic(point).toNever().of(statistic);
        claims.add(
            Claim.answered(
                "After a change: not above who never plans again",
                "%s: %s".formatted(point.place(), statistic.words()),
                Answer.atMost(1, ratio.low(), ratio.high()),
                Words.ratio(ratio) + " of it",
                ""));
      }
    }
    return claims;
  }

  static Outcome automatic(DriftPoint point) {
    return Objects.requireNonNull(point.outcomes().get(PolicyNames.AUTOMATIC));
  }

  private static Claim noticed(DriftPoint point) {
    List<Detection> found = point.detections().stream().filter(Detection::isFound).toList();
    int runs = point.detections().size();
    String when =
        found.isEmpty()
            ? ""
            : "; after %s to %s requests, %s to %s s"
                .formatted(
                    Numbers.count(found.stream().mapToInt(Detection::requests).min().orElse(0)),
                    Numbers.count(found.stream().mapToInt(Detection::requests).max().orElse(0)),
                    Numbers.significant(
                        found.stream().mapToDouble(Detection::seconds).min().orElse(0)),
                    Numbers.significant(
                        found.stream().mapToDouble(Detection::seconds).max().orElse(0)));
    return Claim.answered(
        "A change is noticed",
        point.place(),
        Answer.of(found.size() == runs),
        "in %d of %d runs%s".formatted(found.size(), runs, when),
        "");
  }

  /** Adds the claims on all runs of unchanged services. */
  static Claim alarms(AlarmRate rate) {
    return Claim.answered(
        "False alarms: at most one a day",
        "services that do not change",
        Answer.atMost(MOST_ALARMS_PER_DAY, rate.low(), rate.high()),
        "%s in %s days: %s a day (%s to %s)"
            .formatted(
                rate.alarms(),
                Numbers.significant(rate.days()),
                Numbers.significant(rate.perDay()),
                Numbers.significant(rate.low()),
                Numbers.significant(rate.high())),
        "");
  }

  /** Returns the median over the runs that noticed the change; 0 without such a run. */
  static double median(List<Detection> detections, Comparator<Detection> by, boolean isRequests) {
    List<Detection> found = detections.stream().filter(Detection::isFound).sorted(by).toList();
    if (found.isEmpty()) {
      return 0;
    }
    Detection middle = found.get((found.size() - 1) / 2);
    return isRequests ? middle.requests() : middle.seconds();
  }
}
