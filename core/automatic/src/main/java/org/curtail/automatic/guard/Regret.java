package org.curtail.automatic.guard;

/**
 * Cost and gain of comparing plans with the baseline, estimated from the slices. Response time is
 * summed over requests: 1,000 requests that take 2 ms longer are 2 s.
 *
 * @param requests number of requests in slices of pairs, or between pairs, while a plan was in use
 * @param responseNanos sum of their response times
 * @param baselineCostNanos extra time of requests in slices of the baseline, if the plan was better
 * @param harmNanos extra time of requests under plans, if the plan was worse
 * @param gainNanos time saved by requests under plans, if the plan was better
 */
public record Regret(
    long requests,
    double responseNanos,
    double baselineCostNanos,
    double harmNanos,
    double gainNanos) {
  /** Regret before anything was compared. */
  public static final Regret NONE = new Regret(0, 0, 0, 0, 0);

  public Regret {
    if (requests < 0
        || !(responseNanos >= 0 && baselineCostNanos >= 0 && harmNanos >= 0)
        || !(gainNanos >= 0)) {
      throw new IllegalArgumentException(
          "no part of a regret may be negative: requests=%d, responseNanos=%s, safeCostNanos=%s, harmNanos=%s, gainNanos=%s"
              .formatted(requests, responseNanos, baselineCostNanos, harmNanos, gainNanos));
    }
  }

  /**
   * Returns the regret as a share of all response time: 0.01 if requests took 1 % longer than
   * necessary.
   */
  public double share() {
    return responseNanos == 0 ? 0 : (baselineCostNanos + harmNanos) / responseNanos;
  }

  /** Returns the sum of both. */
  public Regret plus(Regret other) {
    return new Regret(
        requests + other.requests,
        responseNanos + other.responseNanos,
        baselineCostNanos + other.baselineCostNanos,
        harmNanos + other.harmNanos,
        gainNanos + other.gainNanos);
  }
}
