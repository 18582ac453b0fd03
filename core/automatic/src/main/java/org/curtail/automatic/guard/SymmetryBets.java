package org.curtail.automatic.guard;

/**
 * Evidence, by betting, that a sequence of numbers is positive more often than it should be: the
 * wealth of a bettor who cannot gain on average otherwise.
 *
 * <p>Suppose that, whatever came before, each number is at most one whose sign is a fair coin's.
 * Then each odd, rising function of it has a mean of at most 0, and a bet on it gains nothing: see
 * {@link EProcess}. The wealth may be read after each number, and the test stopped at any time.
 *
 * <p>The wealth is divided among several {@link Stake}s, since the best one depends on the truth.
 */
public final class SymmetryBets {
  /**
   * A part of the wealth and its stake on a number.
   *
   * @param clip size from which numbers count in full, smaller ones in proportion; 0 counts the
   *     sign alone
   * @param share share of the wealth that is staked on a number that counts in full; below 1, so
   *     that one loss does not end all
   */
  record Stake(double clip, double share) {
    /** Returns the factor on one unit; more than 0. */
    double factor(double number) {
      return 1 + share * (clip == 0 ? Math.signum(number) : Math.clamp(number / clip, -1.0, 1.0));
    }
  }

  /**
   * For normal numbers with a mean of d deviations, the best stake is about d times the number in
   * deviations, and at most all. So there are small stakes on clipped numbers for small
   * differences, and large ones on signs for plain differences.
   */
  static final Stake[] STAKES = {
    new Stake(3, 0.06),
    new Stake(3, 0.12),
    new Stake(3, 0.25),
    new Stake(3, 0.6),
    new Stake(1, 0.3),
    new Stake(1, 0.6),
    new Stake(1, 0.95),
    new Stake(0, 0.95)
  };

  private final EProcess wealth = new EProcess(STAKES.length);

  /**
   * Adds a number.
   *
   * @param number number in units of its usual size, which must be known before; may be infinite
   */
  void add(double number) {
    wealth.bet(stake -> STAKES[stake].factor(number));
  }

  /** Returns the present wealth; 1 at first. */
  double wealth() {
    return wealth.present();
  }

  /** Returns the greatest wealth so far, at least 1. */
  double greatest() {
    return wealth.greatest();
  }
}
