package org.curtail.automatic;

/**
 * What it cost to compare plans with the safe policy, estimated from the slices themselves.
 * Response time is summed over requests: 1,000 requests that take 2 ms longer are 2 s.
 *
 * @param requests that were served in slices of pairs, or between pairs, while a plan was in use
 * @param responseNanos their response times, summed
 * @param safeCostNanos how much longer requests took in slices of the safe policy than they would
 *     have by the plan, where the plan was better
 * @param harmNanos how much longer requests took by plans than they would have by the safe policy,
 *     where the plan was worse
 * @param gainNanos how much shorter requests took by plans than they would have by the safe policy,
 *     where the plan was better
 */
public record Regret(
    long requests, double responseNanos, double safeCostNanos, double harmNanos, double gainNanos) {
  /** Before anything was compared. */
  public static final Regret NONE = new Regret(0, 0, 0, 0, 0);

  public Regret {
    if (requests < 0
        || !(responseNanos >= 0 && safeCostNanos >= 0 && harmNanos >= 0)
        || !(gainNanos >= 0)) {
      throw new IllegalArgumentException(
          "no part of a regret may be negative: requests=%d, responseNanos=%s, safeCostNanos=%s, harmNanos=%s, gainNanos=%s"
              .formatted(requests, responseNanos, safeCostNanos, harmNanos, gainNanos));
    }
  }

  /** Regret as a share of all response time: 0.01 if requests took 1 % longer than they had to. */
  public double share() {
    return responseNanos == 0 ? 0 : (safeCostNanos + harmNanos) / responseNanos;
  }

  /** Both together. */
  public Regret plus(Regret other) {
    return new Regret(
        requests + other.requests,
        responseNanos + other.responseNanos,
        safeCostNanos + other.safeCostNanos,
        harmNanos + other.harmNanos,
        gainNanos + other.gainNanos);
  }
}
