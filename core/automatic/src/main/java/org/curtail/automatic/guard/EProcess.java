package org.curtail.automatic.guard;

/**
 * An e-process: the wealth of bettors who bet on one answer with several stakes. If the answer is
 * false, none of them gains on average, nor do all together. By Ville's inequality the probability
 * that their wealth <em>ever</em> reaches 1/a times its start is then at most a. It may be read at
 * any time. See Ramdas, Gruenwald, Vovk and Shafer, Game-theoretic statistics and safe
 * anytime-valid inference (2023).
 *
 * <p>Only half of the wealth is at stake from the first bet on; the other half joins bit by bit,
 * 1/(2k(k-1)) of all with the k-th bet. Late parts have lost nothing before, so a change is
 * detected however long nothing was to be seen. It is still one fixed division of one initial
 * wealth.
 */
public final class EProcess {
  /** Upper limit, which keeps the wealth finite; enough for every verdict. */
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

  /** The factor by which a bet multiplies one unit. */
  interface Factor {
    /**
     * Returns the factor: at least 0, and at most 1 on average, whatever happened before, if the
     * answer is false.
     *
     * @param stake index of the stake, from 0 on
     */
    double of(int stake);
  }

  /** Places the next bet. */
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

  /** Returns the current wealth; 1 at first. */
  double present() {
    return present;
  }

  /** Returns the greatest wealth so far, at least 1. */
  double greatest() {
    return greatest;
  }
}
