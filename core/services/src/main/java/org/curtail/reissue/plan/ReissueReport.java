package org.curtail.reissue.plan;

import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.curtail.reissue.AttemptTimes;
import org.curtail.reissue.ReissuePlan;
import org.curtail.reissue.ReissuePolicy;

/**
 * How sure a plan is: what it promises, with intervals, and what it would give if second attempts
 * went together with first ones more than the log tells. Immutable.
 *
 * <p>The intervals are of the plan's policy as it is. That it was chosen as the best for this very
 * log makes its prediction a little too good; {@link ReissueHalves} shows by how much. Load is as
 * it was when the log was written.
 *
 * @param plan what was planned from the log
 * @param predictedMillis the plan's tail; the interval holds what other logs of as many requests
 *     would let expect of its policy
 * @param withoutMillis the tail without reissue, likewise
 * @param reissueFraction copies per request; the interval holds what as many other requests realise
 * @param correlated what the policy gives at other correlations; empty if the log has pairs, in
 *     which the true one is
 */
public record ReissueReport(
    ReissuePlan plan,
    Estimate predictedMillis,
    Estimate withoutMillis,
    Estimate reissueFraction,
    List<CorrelatedTail> correlated) {
  private static final double[] CORRELATIONS = {0.25, 0.5};

  private static final String HOW_TO_GET_PAIRS =
      "The log has no pairs, so the plan takes second attempts as independent of first ones. If a"
          + " request that is slow once is slow again, reissue gains less. To measure that, send 1"
          + " to 2 % of requests to two replicas at once (delay 0, probability 0.01 to 0.02), log"
          + " both times, and plan again.";

  /**
   * A tail if first and second attempts go together.
   *
   * @param correlation Spearman's, of ranks: this share of requests has copies exactly as slow, by
   *     rank, as the first attempt, the others have independent ones
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
   * Of a plan.
   *
   * @param times the log that the plan was made from
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

  /** What the log lacks to know the correlation, and how to get it: sentences for people. */
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
