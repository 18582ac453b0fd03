package org.curtail.automatic;

/**
 * Evidence that numbers which come one by one are positive more than they should be, by betting:
 * the capital of a gambler who bets on it and cannot win in the mean if it is not so.
 *
 * <p>If, whatever has come before, each number is at most one whose sign is a fair coin's, then
 * each odd, rising function of it is at most 0 in the mean. So the capital is a supermartingale
 * that begins at 1, and by Ville's inequality the probability that it <em>ever</em> reaches 1/a is
 * at most a. One may look after each number, and stop at any time. See Ramdas, Gruenwald, Vovk and
 * Shafer, Game-theoretic statistics and safe anytime-valid inference (2023).
 *
 * <p>The capital is divided among several {@link Stake}s, since which one is best depends on the
 * truth. And only half of it is played from the first number on; the other half joins bit by bit,
 * 1/(2k(k-1)) of all with the k-th number. What joins late has lost nothing before, so that a
 * change is seen however long the time was in which there was nothing to see. That is still one
 * fixed division of one capital.
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

  /** Enough for every verdict; keeps it finite. */
  private static final double MOST = 1e200;

  private static final double FIRST = 0.5;

  private final double[] atStake = new double[STAKES.length];
  private int count;
  private double capital = 1;
  private double greatest = 1;

  /**
   * The next number.
   *
   * @param number in units of its usual size, which must be known before; may be infinite
   */
  void add(double number) {
    count++;
    double joins = count == 1 ? FIRST : FIRST / ((count - 1.0) * count);
    double sum = 0;
    for (int i = 0; i < atStake.length; i++) {
      atStake[i] = Math.min((atStake[i] + joins) * STAKES[i].factor(number), MOST);
      sum += atStake[i];
    }
    capital = sum / atStake.length + FIRST / count;
    greatest = Math.max(greatest, capital);
  }

  /** The capital now; 1 at first. */
  double capital() {
    return capital;
  }

  /** The greatest capital there has been, at least 1. */
  double greatest() {
    return greatest;
  }
}
