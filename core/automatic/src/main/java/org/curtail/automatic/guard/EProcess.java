package org.curtail.automatic.guard;

/**
 * E-process: the wealth of bettors with several stakes who bet on one answer. If the answer is
 * false, their wealth does not grow on average. By Ville's inequality the probability that it
 * <em>ever</em> reaches 1/a times its start is then at most a. It may be read at any time. See
 * Ramdas, Gruenwald, Vovk and Shafer, Game-theoretic statistics and safe anytime-valid inference
 * (2023).
 *
 * <p>Half of the wealth takes part from the first bet on. The other half joins in parts:
 * 1/(2k(k-1)) of the total with the k-th bet. Late parts have not lost before, so they detect a
 * change after any time without evidence. The division of the initial wealth is fixed, so the
 * inequality holds.
 */
public final class EProcess {
  /** Upper limit, which keeps the wealth finite and suffices for every verdict. */
  private static final double MOST = 1e200;

  private static final double FIRST = 0.5;

  private final double[] atStake;
  private int count;
  private double present = 1;
  private double greatest = 1;

  /**
   * Creates an e-process of wealth 1.
   *
   * @param stakes number of stakes that share the wealth, at least 1
   */
  EProcess(int stakes) {
    atStake = new double[stakes];
  }

  /** Factor by which a bet multiplies one unit. */
  interface Factor {
    /**
     * Returns the factor: at least 0. If the answer is false, its mean is at most 1, given
     * everything before.
     *
     * @param stake index of the stake, from 0 on
     */
    double of(int stake);
  }

  void bet(Factor factor) {
    count++;
    double joining = count == 1 ? FIRST : FIRST / ((count - 1.0) * count);
    double sum = 0;
    for (int i = 0; i < atStake.length; i++) {
      atStake[i] = Math.min((atStake[i] + joining) * factor.of(i), MOST);
      sum += atStake[i];
    }
    present = sum / atStake.length + FIRST / count;
    greatest = Math.max(greatest, present);
  }

  /** Returns the current wealth; 1 at first. */
  double present() {
    return present;
  }

  /** Returns the greatest wealth so far, at least 1. */
  double greatest() {
    return greatest;
  }
}
