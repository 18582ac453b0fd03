package org.curtail.automatic.guard;

/**
 * Limit on the cost of comparing a policy at a load until it is shown to be harmless. A {@link
 * HarmDetector} needs some pairs to show even great harm. If requests take many times longer, these
 * pairs cost too much. So the budget adds up the extra time of the policy's requests over that of
 * the baseline at the same load. Gains reduce the sum, down to minus the free amount.
 *
 * <p><b>Exhaustion.</b> The budget is exhausted under two conditions. The sum with the next slice
 * exceeds {@value #MOST_SHARE} of all response time and {@value #FREE_SLICES} slices of twice the
 * usual time. The excess is also significant; otherwise chance alone would stop better policies.
 *
 * <p><b>Significance</b> is shown by betting. Let {@code y} be the mean response time of a slice
 * divided by that of the baseline. It includes the extra time of later requests that met leftovers
 * of the slice. It is never below 0. If the policy is no worse, its mean is at most 1, given
 * everything before. So a bet that turns each unit into {@code 1 + s (y - 1)}, with a stake s below
 * 1, does not gain on average ({@link EProcess}). The probability that a policy that is no worse is
 * <em>ever</em> stopped is then at most the error rate. Response times may have any tail, and
 * slices may depend on each other. The baseline's time must be known and not too short ({@link
 * BaselineTimes}). See Waudby-Smith and Ramdas, Estimating means of bounded random variables by
 * betting, JRSS B 2024.
 *
 * <p><b>Cost of a harmful policy.</b> Assume that it takes y times as long in each slice. After n
 * slices the wealth is then at least {@code (1 + s (y - 1))^n / 6} for each of the three stakes s.
 * This suffices after {@code n = log(6 / errorRate) / log(1 + s (y - 1))}. While the sum exceeds
 * the budget without significance, the policy serves only short slices. After significance, it
 * waits until the sum is within the budget again. So it costs at most the budget, one slice and n
 * short ones.
 */
public final class HarmBudget {
  /** Budget as a share of all response time. */
  public static final double MOST_SHARE = 0.05;

  /** Number of slices that may take twice their time before the share counts. */
  static final int FREE_SLICES = 5;

  /** Stakes, from small harm to great harm. */
  private static final double[] STAKES = {0.1, 0.3, 0.9};

  /** Number of first slices that must end before the next one begins. */
  private static final int FIRST_SLICES = 2;

  /** Part of a round that may be served next. */
  public enum Allowance {
    /** A round of slices. */
    ENOUGH,
    /** A short slice: the result so far is bad, but may be chance. */
    SHORT,
    /** No slice until the cost of the last slices is known. */
    NOT_KNOWN_YET,
    /** No slice until the sum is within the budget. */
    NONE
  }

  private final double enough;

  /** Requests of the greatest slice so far: slices are longer than wanted if requests are long. */
  private long sliceRequests;

  private final EProcess wealth = new EProcess(STAKES.length);
  private long begun;
  private long settled;
  private long requests;
  private double excessNanos;
  private double freeNanos;

  /**
   * Creates an unspent budget.
   *
   * @param errorRate greatest probability of ever stopping a policy that is no worse; more than 0,
   *     less than 1
   * @param sliceRequests wanted number of requests in a slice
   */
  HarmBudget(double errorRate, int sliceRequests) {
    this.enough = 1 / errorRate;
    this.sliceRequests = sliceRequests;
  }

  /** Cost of a counted slice, known after the end of the slice and of the next one. */
  static final class Cost {
    private long requests;
    private double excessNanos;
    private double baselineNanos;
    private boolean isEnded;
    private boolean isFollowed;
  }

  Cost begun() {
    begun++;
    return new Cost();
  }

  /**
   * Ends a counted slice.
   *
   * @param meanNanos mean response time of the slice
   * @param baselineNanos estimated mean under the baseline; NaN if unknown
   */
  void ended(Cost slice, long requests, double meanNanos, double baselineNanos) {
    slice.isEnded = true;
    if (requests > 0 && baselineNanos > 0) {
      this.requests += requests;
      sliceRequests = Math.max(sliceRequests, requests);
      freeNanos = (double) FREE_SLICES * sliceRequests * baselineNanos;
      slice.requests = requests;
      slice.baselineNanos = baselineNanos;
      spend(slice, requests * (meanNanos - baselineNanos));
    }
    settle(slice);
  }

  /**
   * Completes the cost of a slice when the next slice ends or belongs to the same policy.
   *
   * @param overNanos total extra time of the next slice's requests that met leftovers of this
   *     slice; negative if they took less than usual
   */
  void followed(Cost slice, double overNanos) {
    slice.isFollowed = true;
    spend(slice, overNanos);
    settle(slice);
  }

  private void spend(Cost slice, double nanos) {
    slice.excessNanos += nanos;
    excessNanos = Math.max(excessNanos + nanos, -freeNanos);
  }

  private void settle(Cost slice) {
    if (slice.isEnded && slice.isFollowed) {
      settled++;
      if (slice.requests > 0) {
        double excess = Math.max(slice.excessNanos / slice.requests / slice.baselineNanos, -1);
        wealth.bet(stake -> 1 + STAKES[stake] * excess);
      }
    }
  }

  /**
   * Returns the part of a round that may be served next.
   *
   * @param allNanos sum of all response times so far
   */
  Allowance allowance(double allNanos) {
    double nextNanos = requests == 0 ? 0 : Math.max(excessNanos / requests * sliceRequests, 0);
    boolean isSpent = excessNanos + nextNanos > MOST_SHARE * allNanos + freeNanos;
    if (begun > settled && (isSpent || settled < FIRST_SLICES)) {
      return Allowance.NOT_KNOWN_YET;
    }
    if (!isSpent) {
      return Allowance.ENOUGH;
    }
    return evidence() >= enough ? Allowance.NONE : Allowance.SHORT;
  }

  /** Returns the wealth of the bet "the policy is worse" (e-value); 1 at first. */
  double evidence() {
    return wealth.present();
  }

  /** Returns the cost of comparing in nanoseconds; 0 if the policy is better. */
  public double excessNanos() {
    return Math.max(excessNanos, 0);
  }
}
