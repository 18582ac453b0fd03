package org.curtail.automatic;

/**
 * Evidence that numbers which come one by one are positive more than they should be, by betting:
 * the capital of a gambler who bets on it and cannot win in the mean if it is not so.
 *
 * <p>Numbers are between -1 and 1. If, whatever has come before, each is in the mean at most 0, the
 * capital is a supermartingale that begins at 1, and by Ville's inequality the probability that it
 * <em>ever</em> reaches 1/a is at most a. So one may look after each number, and stop at any time.
 * See Ramdas, Gruenwald, Vovk and Shafer, Game-theoretic statistics and safe anytime-valid
 * inference (2023).
 *
 * <p>The capital is divided among several stakes, since which one is best depends on the truth. And
 * only half of it is played from the first number on; the other half joins bit by bit, 1/(2k(k-1))
 * of all with the k-th number. What joins late has lost nothing before, so that a change is seen
 * however long the time was in which there was nothing to see. That is still one fixed division of
 * one capital.
 */
final class Bets {
  /** The last is below 1, so that one loss does not end all. */
  private static final double[] STAKES = {0.1, 0.25, 0.5, 0.95};

  /** Enough for every verdict; keeps it finite. */
  private static final double MOST = 1e200;

  private static final double FIRST = 0.5;

  /** Of each stake, on the coarse numbers and then on the fine ones. */
  private final double[] atStake = new double[2 * STAKES.length];

  private int count;
  private double capital = 1;
  private double greatest = 1;

  /**
   * The next number, in two forms; each must be at most 0 in the mean if there is nothing to find.
   *
   * @param coarse from -1 to 1, for example the sign
   * @param fine from -1 to 1
   */
  void add(double coarse, double fine) {
    count++;
    double joins = count == 1 ? FIRST : FIRST / ((count - 1.0) * count);
    double sum = 0;
    for (int i = 0; i < atStake.length; i++) {
      double number = i < STAKES.length ? coarse : fine;
      double stake = STAKES[i % STAKES.length];
      atStake[i] = Math.min((atStake[i] + joins) * (1 + stake * number), MOST);
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
