package org.curtail.reissue.plan;

import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.curtail.reissue.AttemptTimes;
import org.curtail.reissue.ReissuePlan;
import org.curtail.reissue.ReissuePolicy;

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
        FractionEstimate.of(times, plan.policy()),
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
}
