package org.curtail.automatic;

/**
 * How much comparing a policy at a load may cost while it is not shown that it does no harm. A
 * {@link HarmTest} needs some pairs to show harm, however great it is; where requests take many
 * times longer these cost too much. So what the policy's requests take longer than those of the
 * safe policy at the same load is summed up. What they won counts against it, up to what is free.
 *
 * <p><b>When it is spent.</b> Two things together: the sum, with the next slice, is more than
 * {@value #MOST_SHARE} of all response time and {@value #FREE_SLICES} slices of twice the usual
 * time; and it is no chance. Without the second, chance alone holds back policies that win.
 *
 * <p><b>That it is no chance</b> is shown by betting. Let {@code y} be the mean response time of a
 * slice over what the safe policy would have taken, with what those took longer after it that met
 * what it had left behind. It is never below 0, and if the policy is no worse its mean is at most
 * 1, whatever came before: so a gambler who makes {@code 1 + s (y - 1)} of each unit, with a stake
 * s below 1, cannot win in the mean ({@link Capital}). So the probability that a policy that is no
 * worse is <em>ever</em> held back is at most the error rate. No tail is too heavy, and slices may
 * depend on each other. It rests on what the safe policy takes being known and not too short
 * ({@link SafeTimes}). See Waudby-Smith and Ramdas, Estimating means of bounded random variables by
 * betting, JRSS B 2024.
 *
 * <p><b>What a harmful policy costs.</b> Where it takes y times as long in each slice, n slices
 * give the gamblers at least {@code (1 + s (y - 1))^n / 6} for each of the three stakes s: enough
 * after {@code n = log(6 / errorRate) / log(1 + s (y - 1))}. While its sum is beyond the budget and
 * that is not shown, only short slices are served by it. Then it waits until its sum is within the
 * budget again. So it costs at most the budget, one slice and n short ones.
 */
final class HarmBudget {
  /** Of all response time. */
  static final double MOST_SHARE = 0.05;

  /** So many slices may take twice their time before the share counts. */
  static final int FREE_SLICES = 5;

  /** By stakes: for what is hard to see, and for what is plain. */
  private static final double[] STAKES = {0.1, 0.3, 0.9};

  /** The next slice waits for the first ones to be over. */
  private static final int FIRST_SLICES = 2;

  /** What may be served. */
  enum Room {
    /** A round of slices. */
    ENOUGH,
    /** A short slice: what is known is bad, and may be chance. */
    SHORT,
    /** Nothing, until it is known what the last ones took. */
    NOT_KNOWN_YET,
    /** Nothing, until it is a small share of all. */
    NONE
  }

  private final double enough;
  private final int sliceRequests;
  private final Capital capital = new Capital(STAKES.length);
  private long begun;
  private long settled;
  private long requests;
  private double excessNanos;
  private double freeNanos;

  /**
   * Nothing was spent.
   *
   * @param errorRate most that the probability may be that a policy that is no worse is ever held
   *     back; more than 0, less than 1
   * @param sliceRequests how many requests a slice has
   */
  HarmBudget(double errorRate, int sliceRequests) {
    this.enough = 1 / errorRate;
    this.sliceRequests = sliceRequests;
  }

  /** What a slice costs that counts: known once it is over and what followed it, too. */
  static final class Cost {
    private long requests;
    private double excessNanos;
    private double safeNanos;
    private boolean isEnded;
    private boolean isFollowed;
  }

  /** A slice of the policy begins that counts. */
  Cost begun() {
    begun++;
    return new Cost();
  }

  /**
   * It is over.
   *
   * @param meanNanos its mean response time
   * @param safeNanos the same, had the safe policy served; NaN if nobody knows
   */
  void ended(Cost slice, long requests, double meanNanos, double safeNanos) {
    slice.isEnded = true;
    if (requests > 0 && safeNanos > 0) {
      this.requests += requests;
      freeNanos = (double) FREE_SLICES * sliceRequests * safeNanos;
      slice.requests = requests;
      slice.safeNanos = safeNanos;
      spend(slice, requests * (meanNanos - safeNanos));
    }
    settle(slice);
  }

  /**
   * The next slice is over, or is the policy's too.
   *
   * @param overNanos what those of its requests took longer, in all, that met what this slice had
   *     left behind; at least 0
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
        double excess = Math.max(slice.excessNanos / slice.requests / slice.safeNanos, -1);
        capital.bet(stake -> 1 + STAKES[stake] * excess);
      }
    }
  }

  /**
   * What may be served next.
   *
   * @param allNanos all response time so far
   */
  Room room(double allNanos) {
    double nextNanos = requests == 0 ? 0 : Math.max(excessNanos / requests * sliceRequests, 0);
    boolean isSpent = excessNanos + nextNanos > MOST_SHARE * allNanos + freeNanos;
    if (begun > settled && (isSpent || settled < FIRST_SLICES)) {
      return Room.NOT_KNOWN_YET;
    }
    if (!isSpent) {
      return Room.ENOUGH;
    }
    return evidence() >= enough ? Room.NONE : Room.SHORT;
  }

  /** What the gamblers have who bet that the policy is worse: 1 at first. */
  double evidence() {
    return capital.present();
  }

  /** What comparing has cost, in nanoseconds; 0 if it has won. */
  double excessNanos() {
    return Math.max(excessNanos, 0);
  }
}
