package org.curtail.reissue.plan;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.curtail.reissue.AttemptTimes;
import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissueForecast;
import org.curtail.reissue.ReissuePlan;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.reissue.times.LeastTime;

/**
 * The uncertainty of a plan: intervals of its predictions, and its effect if copies depend on the
 * originals. Immutable.
 *
 * <p>The intervals are those of a fixed policy. But the policy was chosen as the best for this log,
 * so its prediction is a little too good; the command {@code reissue} estimates this error. The
 * load is that of the log.
 *
 * @param plan plan made from the log
 * @param predictedMillis the plan's tail, with the interval of predictions from other logs of the
 *     same size
 * @param withoutMillis the tail without copies, with such an interval
 * @param reissueFraction number of copies per request, with the interval of this number for as many
 *     other requests
 * @param correlated the policy's tail at other correlations; empty if the log has pairs, which show
 *     the true correlation
 */
public record ReissueReport(
    ReissuePlan plan,
    Estimate predictedMillis,
    Estimate withoutMillis,
    Estimate reissueFraction,
    List<CorrelatedTail> correlated) {
  private static final double[] CORRELATIONS = {0.25, 0.5};

  private static final String HOW_TO_GET_PAIRS =
      "The log has no pairs, so the plan takes copies as independent of first calls. If a request"
          + " that is slow once is slow again, reissue gains less. To measure that, send 1 to 2 % of"
          + " requests to two replicas at once (delay 0, probability 0.01 to 0.02), log both times,"
          + " and plan again.";

  /**
   * A tail if originals and copies are correlated.
   *
   * @param correlation Spearman's rank correlation: for this share of requests, the copy has the
   *     same rank as the original; other copies are independent
   * @param tailMillis latency at the goal's percentile
   */
  public record CorrelatedTail(double correlation, double tailMillis) {
    public CorrelatedTail {
      if (!(correlation >= 0 && correlation <= 1)) {
        throw new IllegalArgumentException("correlation must be from 0 to 1: " + correlation);
      }
    }
  }

  public ReissueReport {
    correlated = List.copyOf(correlated);
  }

  /**
   * Returns the report of a plan.
   *
   * @param times log from which the plan was made
   * @throws IllegalArgumentException if the times are pairs and the plan sends several copies
   */
  public static ReissueReport of(AttemptTimes times, ReissuePlan plan) {
    double percentile = plan.goal().percentile();
    return new ReissueReport(
        plan,
        TailEstimate.of(times, plan.policy(), percentile),
        TailEstimate.of(times, ReissuePolicy.NONE, percentile),
        fraction(times, plan.policy()),
        times.isPaired()
            ? List.of()
            : DoubleStream.of(CORRELATIONS)
                .mapToObj(correlation -> correlated(times, plan, correlation))
                .toList());
  }

  private static CorrelatedTail correlated(
      AttemptTimes times, ReissuePlan plan, double correlation) {
    return new CorrelatedTail(
        correlation,
        new CorrelatedForecast(times, plan.policy(), correlation)
            .percentileMillis(plan.goal().percentile()));
  }

  /** Returns advice for a log without pairs; empty if the log has pairs. */
  public Optional<String> missingPairs() {
    return correlated.isEmpty() ? Optional.empty() : Optional.of(HOW_TO_GET_PAIRS);
  }

  /**
   * A number with its 95 % interval.
   *
   * @param value the estimate, within the interval
   * @param low lower end of the interval
   * @param high upper end of the interval
   */
  public record Estimate(double value, double low, double high) {
    public Estimate {
      if (!(low <= value && value <= high)) {
        throw new IllegalArgumentException(
            "value must lie within its interval: %s in %s to %s".formatted(value, low, high));
      }
    }
  }

  /**
   * Returns the number of copies per request, with the interval for as many other requests. The
   * interval includes the variance of the other requests and the variance of this log.
   */
  static Estimate fraction(AttemptTimes times, ReissuePolicy policy) {
    double fraction = ReissueForecast.of(times, policy).reissueFraction();
    double ofOthers = Math.max(0, meanSquare(times, policy.reissues()) - fraction * fraction);
    // For one copy, the log shows the unanswered requests, without the variance of coins.
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

  /**
   * Returns the mean square of a request's number of copies: the sum over copies, plus twice the
   * sum over pairs of copies.
   */
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

  /**
   * Returns the share of requests with copy i, but without an answer when the later copy is due.
   */
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

  /**
   * The forecast of a policy with copies that depend on the originals. For a share rho of requests,
   * the copies have the same rank as the original, such as the slowest percent. Other requests have
   * independent copies. The distributions of both times stay the same, and Spearman's rank
   * correlation is rho. The model is pessimistic: in the tail, the share rho gains almost nothing.
   */
  static final class CorrelatedForecast {
    private final AttemptTimes times;
    private final List<Reissue> reissues;
    private final double correlation;

    /**
     * Creates a forecast from independent times.
     *
     * @param correlation rank correlation from 0 to 1
     */
    CorrelatedForecast(AttemptTimes times, ReissuePolicy policy, double correlation) {
      this.times = times;
      this.reissues = policy.reissues();
      this.correlation = correlation;
    }

    double percentileMillis(double percentile) {
      double needed = percentile / 100 * (1 - AttemptTimes.ROUNDING);
      double withoutMillis = times.withoutMillis(times.weightToReach(percentile));
      double lowMillis = Math.min(times.first().leastMillis(), times.second().leastMillis());
      return LeastTime.between(
          Math.min(lowMillis, withoutMillis),
          withoutMillis,
          limitMillis -> shareWithin(limitMillis) >= needed);
    }

    double shareWithin(double limitMillis) {
      double inTime = times.first().weightWithin(limitMillis) / times.first().totalWeight();
      double late = times.weightAfter(limitMillis) / times.first().totalWeight();
      double[] ended = new double[reissues.size()];
      double missed = 1;
      for (int i = 0; i < ended.length; i++) {
        Reissue copy = reissues.get(i);
        ended[i] =
            times.second().weightWithin(copy.delayMillis(), limitMillis)
                / times.second().totalWeight();
        missed *= 1 - copy.probability() * ended[i];
      }
      return inTime
          + (1 - correlation) * late * (1 - missed)
          + correlation * (late - stillLate(inTime, ended));
    }

    /**
     * Returns the late share of requests whose attempts have one rank. Sums over intervals between
     * ranks.
     */
    private double stillLate(double inTime, double[] ended) {
      double[] ranks = new double[ended.length + 2];
      ranks[0] = inTime;
      ranks[1] = 1;
      for (int i = 0; i < ended.length; i++) {
        ranks[i + 2] = Math.max(inTime, ended[i]);
      }
      Arrays.sort(ranks);
      double late = 0;
      for (int r = 1; r < ranks.length; r++) {
        double missed = 1;
        for (int i = 0; i < ended.length; i++) {
          missed *= ended[i] >= ranks[r] ? 1 - reissues.get(i).probability() : 1;
        }
        late += (ranks[r] - ranks[r - 1]) * missed;
      }
      return late;
    }
  }
}
