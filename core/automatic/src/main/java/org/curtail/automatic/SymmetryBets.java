package org.curtail.automatic;

/**
 * Evidence that numbers which come one by one are positive more than they should be, by betting:
 * the capital of a gambler who bets on it and cannot win in the mean if it is not so.
 *
 * <p>If, whatever has come before, each number is at most one whose sign is a fair coin's, then
 * each odd, rising function of it is at most 0 in the mean, and a bet on it wins nothing: see
 * {@link Capital}. One may look after each number, and stop at any time.
 *
 * <p>The capital is divided among several {@link Stake}s, since which one is best depends on the
 * truth.
 */
final class SymmetryBets {
  /**
   * A part of the capital and what is put on a number.
   *
   * @param clip numbers of this size or more count in full, smaller ones in proportion; 0 counts
   *     the sign alone
   * @param share of the capital that is put on a number that counts in full; below 1, so that one
   *     loss does not end all
   */
  record Stake(double clip, double share) {
    /** What one unit becomes; more than 0. */
    double factor(double number) {
      return 1 + share * (clip == 0 ? Math.signum(number) : Math.clamp(number / clip, -1.0, 1.0));
    }
  }

  /**
   * For numbers that are normal, with a mean of d deviations, the best bet is about d times the
   * number in deviations, and no more than all: small stakes on clipped numbers for what is hard to
   * see, large ones on signs for what is plain.
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

  private final Capital capital = new Capital(STAKES.length);

  /**
   * The next number.
   *
   * @param number in units of its usual size, which must be known before; may be infinite
   */
  void add(double number) {
    capital.bet(stake -> STAKES[stake].factor(number));
  }

  /** The capital now; 1 at first. */
  double capital() {
    return capital.present();
  }

  /** The greatest capital there has been, at least 1. */
  double greatest() {
    return capital.greatest();
  }
}
