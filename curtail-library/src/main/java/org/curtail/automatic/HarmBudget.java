package org.curtail.automatic;

/**
 * How much comparing a plan may cost while nothing is known of it: the safe policy's requests tell
 * how long requests take, and what those of plans take longer is summed up. As soon as that is more
 * than a small share of all, the safe policy serves until the share is small again. So a plan that
 * is many times slower costs little, however long it takes to prove it.
 *
 * <p>Only plans count that are not shown to do no harm: what one of the others takes longer, comes
 * from the load. What plans won counts against what they lost, but is not saved up for later. This
 * proves nothing: verdicts are the {@link HarmTest}'s.
 */
final class HarmBudget {
  /** Of all response time. */
  static final double MOST_SHARE = 0.05;

  /** So many slices may take twice their time before the share counts. */
  private static final int FREE_SLICES = 5;

  /** Nobody knows how long requests take before so many. */
  private static final int LEAST_SAFE_REQUESTS = 100;

  /** Requests by which the mean is known at any time. */
  private static final int MEAN_OF = 512;

  private final int sliceRequests;
  private long safeRequests;
  private double safeMeanNanos;
  private boolean isCharged = true;
  private long planRequests;
  private double excessNanos;
  private double allNanos;

  /**
   * Nothing was spent.
   *
   * @param sliceRequests how many requests a slice has
   */
  HarmBudget(int sliceRequests) {
    this.sliceRequests = sliceRequests;
  }

  /** A request has ended that the safe policy served, in the wake of no other. */
  void servedSafe(long responseNanos) {
    safeRequests++;
    safeMeanNanos += (responseNanos - safeMeanNanos) / Math.min(safeRequests, MEAN_OF);
    allNanos += responseNanos;
  }

  /** From now on plans serve that may do harm, or some that are shown to do none. */
  void charge(boolean isCharged) {
    this.isCharged = isCharged;
  }

  /** The service has changed: what was spent says nothing any more. */
  void forget() {
    planRequests = 0;
    excessNanos = 0;
  }

  /** A request has ended that a plan served, or that met what a plan had left behind. */
  void servedByPlan(long responseNanos) {
    if (isKnown() && isCharged) {
      planRequests++;
      excessNanos = Math.max(excessNanos + responseNanos - safeMeanNanos, 0);
    }
    allNanos += safeMeanNanos;
  }

  /** Whether enough requests were served by the safe policy to know what they take. */
  boolean isKnown() {
    return safeRequests >= LEAST_SAFE_REQUESTS;
  }

  /** Whether there is room for another slice of a plan, if it costs what those before did. */
  boolean allows() {
    double nextNanos = planRequests == 0 ? 0 : excessNanos / planRequests * sliceRequests;
    double freeNanos = (double) FREE_SLICES * sliceRequests * safeMeanNanos;
    return isKnown() && excessNanos + nextNanos <= MOST_SHARE * allNanos + freeNanos;
  }

  /** What comparing has cost, as a share of all response time; 0 if it has won. */
  double share() {
    return allNanos == 0 ? 0 : excessNanos / allNanos;
  }
}
