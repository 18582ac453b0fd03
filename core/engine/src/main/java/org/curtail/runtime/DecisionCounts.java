package org.curtail.runtime;

import java.util.OptionalLong;

/**
 * How often an engine that {@linkplain Curtail#automatic chooses its policies itself} decided what,
 * and what it cost to compare plans with the safe policy, which is one thread for each request.
 * Counts begin with the engine. Immutable.
 *
 * @param plans that were made
 * @param plansFailed that were asked for and not made
 * @param switches how often another policy was chosen; slices of time that compare are not counted
 * @param fallBacks how often a policy was shown to do harm, so that the safe one took its place
 * @param drifts how often the demand or its speedups had changed
 * @param requests that arrived and were told; the last some hundredths of a second may be missing
 * @param safeRequests of them, that arrived while the safe policy served: all while it learns,
 *     those in slices that compare, and those at loads at which it was chosen
 * @param requestsBeforePlan how many had arrived when the first plan was there, 0 if the engine
 *     began with one; empty as long as there is none
 * @param triedRequests how many tried more threads, to learn what these bring
 * @param triedNanos core time that this took beyond what one thread each would have taken
 * @param comparedNanos response times, summed, of requests that came while plans were compared
 * @param lostNanos an estimate: how much longer these took by what comparing and harm cost
 * @param wonNanos an estimate: how much shorter these took by plans than by the safe policy
 */
public record DecisionCounts(
    long plans,
    long plansFailed,
    long switches,
    long fallBacks,
    long drifts,
    long requests,
    long safeRequests,
    OptionalLong requestsBeforePlan,
    long triedRequests,
    long triedNanos,
    double comparedNanos,
    double lostNanos,
    double wonNanos) {
  /** Nothing has been decided. */
  public static final DecisionCounts NONE =
      new DecisionCounts(0, 0, 0, 0, 0, 0, 0, OptionalLong.empty(), 0, 0, 0, 0, 0);

  /** Share of the requests that the safe policy served; 1 before any request. */
  public double safeShare() {
    return requests == 0 ? 1 : (double) safeRequests / requests;
  }

  /**
   * The regret, an estimate: which share of the response time, while plans were compared, was lost
   * to comparing and to harm; 0 before anything was compared.
   */
  public double regretShare() {
    return comparedNanos == 0 ? 0 : lostNanos / comparedNanos;
  }

  /**
   * What has been decided since an earlier snapshot of the same engine. When the first plan came,
   * and the estimates, are as they are in this one: they get better, not more.
   */
  public DecisionCounts since(DecisionCounts earlier) {
    return new DecisionCounts(
        plans - earlier.plans,
        plansFailed - earlier.plansFailed,
        switches - earlier.switches,
        fallBacks - earlier.fallBacks,
        drifts - earlier.drifts,
        requests - earlier.requests,
        safeRequests - earlier.safeRequests,
        requestsBeforePlan,
        triedRequests - earlier.triedRequests,
        triedNanos - earlier.triedNanos,
        comparedNanos,
        lostNanos,
        wonNanos);
  }
}
