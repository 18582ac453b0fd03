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
 * The uncertainty of a plan: its predictions with intervals, and its effect if copies depended on
 * the originals more than the log shows. Immutable.
 *
 * <p>The intervals hold for the plan's policy as it is. It was chosen as the best for this very
 * log, so its prediction is a little too good; {@link ReissueHalves} shows by how much. Load is
 * that of the log.
 *
 * @param plan plan made from the log
 * @param predictedMillis the plan's tail; the interval holds its predictions from other logs of as
 *     many requests
 * @param withoutMillis the tail without reissue, likewise
 * @param reissueFraction copies per request; the interval holds the share of as many other requests
 * @param correlated the policy's tail at other correlations; empty if the log has pairs, which show
 *     the true one
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
   * @param correlation Spearman's, of ranks: the copies of this share of requests are exactly as
   *     slow, by rank, as the originals; other copies are independent
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

  /** Returns advice for a log that cannot show the correlation: sentences for people. */
  public Optional<String> missingPairs() {
    return correlated.isEmpty() ? Optional.empty() : Optional.of(HOW_TO_GET_PAIRS);
  }

  /**
   * A number with its 95 % interval.
   *
   * @param value within the interval
   * @param low at most {@code value}
   * @param high at least {@code value}
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
   * Returns the interval of the copies per request that as many other requests would show. It has
   * two causes: the requests are others, with coins of their own, and the log was itself a sample.
   */
  static Estimate fraction(AttemptTimes times, ReissuePolicy policy) {
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

  /**
   * The forecast of a policy whose copies depend on the originals; a log without pairs cannot show
   * whether they do. A share rho of requests has copies exactly as slow, by rank, as the original
   * (a request of the slowest percent has copies of the slowest percent); the others have
   * independent copies. Both samples stay as they are, and Spearman's rank correlation is rho. This
   * is hard on reissue: in the tail, that share gains almost nothing.
   */
  static final class CorrelatedForecast {
    private final AttemptTimes times;
    private final List<Reissue> reissues;
    private final double correlation;

    /**
     * Creates a forecast from independent times.
     *
     * @param correlation from 0 to 1
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
     * Returns the late share of requests with attempts of one rank, from rank to rank of the
     * copies.
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
