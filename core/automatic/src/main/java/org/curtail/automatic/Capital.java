package org.curtail.automatic;

/**
 * What gamblers have who bet on the same answer by different stakes. None can win in the mean if
 * that answer is false, so neither can all together: by Ville's inequality the probability that
 * they <em>ever</em> have 1/a times what they began with is then at most a. One may look at any
 * time. See Ramdas, Gruenwald, Vovk and Shafer, Game-theoretic statistics and safe anytime-valid
 * inference (2023).
 *
 * <p>Only half of it is played from the first bet on; the other half joins bit by bit, 1/(2k(k-1))
 * of all with the k-th. What joins late has lost nothing before, so that a change is seen however
 * long the time was in which there was nothing to see. That is still one fixed division of one
 * capital.
 */
final class Capital {
  /** Enough for every verdict; keeps it finite. */
  private static final double MOST = 1e200;

  private static final double FIRST = 0.5;

  private final double[] atStake;
  private int count;
  private double present = 1;
  private double greatest = 1;

  /**
   * Nothing was bet.
   *
   * @param stakes how many gamblers share it, at least 1
   */
  Capital(int stakes) {
    atStake = new double[stakes];
  }

  /** What one unit becomes by a bet. */
  interface Factor {
    /**
     * At least 0; at most 1 in the mean, whatever was before, if what is bet on is false.
     *
     * @param stake whose, from 0 on
     */
    double of(int stake);
  }

  /** The next bet. */
  void bet(Factor factor) {
    count++;
    double joins = count == 1 ? FIRST : FIRST / ((count - 1.0) * count);
    double sum = 0;
    for (int i = 0; i < atStake.length; i++) {
      atStake[i] = Math.min((atStake[i] + joins) * factor.of(i), MOST);
      sum += atStake[i];
    }
    present = sum / atStake.length + FIRST / count;
    greatest = Math.max(greatest, present);
  }

  /** The capital now; 1 at first. */
  double present() {
    return present;
  }

  /** The greatest there has been, at least 1. */
  double greatest() {
    return greatest;
  }
}
