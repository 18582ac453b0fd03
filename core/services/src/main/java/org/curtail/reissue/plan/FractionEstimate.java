package org.curtail.reissue.plan;

import java.util.List;
import org.curtail.reissue.AttemptTimes;
import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissueForecast;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.reissue.plan.ReissueReport.Estimate;

/**
 * The interval of the copies per request that as many other requests would show. It has two causes:
 * the requests are others, with coins of their own, and the log was itself a sample.
 */
final class FractionEstimate {
  private FractionEstimate() {}

  /** Returns the interval of a policy's copies per request. */
  static Estimate of(AttemptTimes times, ReissuePolicy policy) {
    double fraction = ReissueForecast.of(times, policy).reissueFraction();
    double ofOthers = Math.max(0, meanSquare(times, policy.reissues()) - fraction * fraction);
    // For one copy the log shows the unanswered requests; coins were not drawn for it.
    double ofLog =
        policy.reissues().size() == 1
            ? fraction * Math.max(0, policy.reissues().getFirst().probability() - fraction)
            : ofOthers;
    double deviation =
        TailEstimate.DEVIATIONS * Math.sqrt((ofOthers + ofLog) / times.first().requests());
    return new Estimate(
        fraction,
        Math.max(0, fraction - deviation),
        Math.max(fraction, Math.min(policy.reissues().size(), fraction + deviation)));
  }

  /** Returns the mean square of a request's number of copies: each copy, plus twice each pair. */
  private static double meanSquare(AttemptTimes times, List<Reissue> reissues) {
    double meanSquare = 0;
    for (int j = 0; j < reissues.size(); j++) {
      Reissue later = reissues.get(j);
      List<Reissue> before = reissues.subList(0, j);
      meanSquare +=
          later.probability() * ReissueForecast.shareUnanswered(times, before, later.delayMillis());
      for (int i = 0; i < j; i++) {
        meanSquare += 2 * later.probability() * unansweredWith(times, before, i, later);
      }
    }
    return meanSquare;
  }

  /** Returns the share of requests with copy i and without an answer when the later one is due. */
  private static double unansweredWith(
      AttemptTimes times, List<Reissue> before, int i, Reissue later) {
    Reissue sent = before.get(i);
    double all = ReissueForecast.shareUnanswered(times, before, later.delayMillis());
    double ended =
        times.second().weightWithin(sent.delayMillis(), later.delayMillis())
            / times.second().totalWeight();
    double kept = 1 - sent.probability() * ended;
    return kept == 0 ? 0 : all / kept * sent.probability() * (1 - ended);
  }
}
