package org.curtail.automatic.guard;

/**
 * Evidence by betting that numbers of a sequence are positive too often: the wealth of a bettor who
 * cannot gain on average otherwise.
 *
 * <p>Assume that, given everything before, each number is at most one whose sign is a fair coin's.
 * Then each odd, increasing function of it has a mean of at most 0, and a bet on it does not gain
 * on average; see {@link EProcess}. The wealth may be read after each number, and the test may stop
 * at any time.
 *
 * <p>The wealth is divided among several {@link Stake}s, since the best one depends on the truth.
 */
public final class SymmetryBets {
  /**
   * Part of the wealth, and its stake on a number.
   *
   * @param clip size of numbers that count in full; smaller ones count in proportion; 0 counts the
   *     sign alone
   * @param share share of the wealth staked on a number that counts in full; below 1, so that one
   *     loss does not end all
   */
  record Stake(double clip, double share) {
    /** Returns the factor on one unit; more than 0. */
    double factor(double number) {
      return 1 + share * (clip == 0 ? Math.signum(number) : Math.clamp(number / clip, -1.0, 1.0));
    }
  }

  /**
   * Best stakes for normal numbers with a mean of d deviations are about d times the number in
   * deviations, at most all. So small differences need small stakes on clipped numbers, and large
   * ones need large stakes on signs.
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

  double wealth() {
    return wealth.present();
  }

  /** Returns the greatest wealth so far, at least 1. */
  double greatest() {
    return wealth.greatest();
  }
}
