package org.curtail.automatic;

import java.util.Arrays;

/**
 * Whether one figure of the plan's slices, such as the mean, is more than a limit times that of the
 * safe ones. Two gamblers bet, one on each answer.
 *
 * <p>Let the truth be that in each slice the plan's figure is at most {@code 1 + harm} times what
 * the safe policy's would have been in the same slice. Since a coin decides which of two slices is
 * the plan's, the logarithm of the ratio minus {@code log(1 + harm)} is then at most a number whose
 * sign is the coin's: it is below a symmetric one, whatever came before. Each odd, rising function
 * of it, as the two of {@link Bets}, is at most 0 in the mean. Nothing is assumed of the response
 * times: they may depend on each other, within slices and across, and have any tail. The other way
 * round if the figure is at least so much worse.
 *
 * <p>The other slice's load is taken into account ({@link LoadAdjustment}); it is as symmetric.
 */
final class RatioTest {
  private static final int REMEMBERED = 63;

  /** Numbers so many times the usual one count no more than this. */
  private static final double CLIP = 3;

  /** One in eight of three fair coins. */
  private static final int SUSPECT = 3;

  private final double logLimit;
  private final Bets onHarm = new Bets();
  private final Bets onNoHarm = new Bets();
  private final LoadAdjustment adjustment = new LoadAdjustment();
  private final double[] sizes = new double[REMEMBERED];
  private int count;
  private int worseInARow;
  private int ratios;
  private double logRatioSum;

  /**
   * A test that has seen nothing.
   *
   * @param harm share by which the figure may be worse, at least 0
   */
  RatioTest(double harm) {
    logLimit = StrictMath.log1p(harm);
  }

  /**
   * The next pair.
   *
   * @param logRatio logarithm of the ratio, the plan's to the safe one's; may be infinite
   * @param logLoadRatio the same of the loads; finite
   */
  void add(double logRatio, double logLoadRatio) {
    double adjusted = logRatio - adjustment.expected(logLoadRatio);
    double excess = adjusted - logLimit;
    double coarse = Math.signum(excess);
    double usual = usualSize();
    double fine = usual == 0 ? coarse : Math.clamp(excess / (CLIP * usual), -1.0, 1.0);
    worseInARow = coarse > 0 ? worseInARow + 1 : 0;
    onHarm.add(coarse, fine);
    onNoHarm.add(-coarse, -fine);
    if (Double.isFinite(logRatio)) {
      adjustment.add(logRatio, logLoadRatio);
      sizes[count % REMEMBERED] = Math.abs(excess);
      count++;
      ratios++;
      logRatioSum += adjusted;
    }
  }

  /** The median size of what came before; 0 if nothing did. */
  private double usualSize() {
    int known = Math.min(count, REMEMBERED);
    if (known == 0) {
      return 0;
    }
    double[] ascending = Arrays.copyOf(sizes, known);
    Arrays.sort(ascending);
    return ascending[known / 2];
  }

  /**
   * Greatest capital of the gambler who bets on harm; 20 or more has a probability of at most 1/20
   * if there is none.
   */
  double evidenceOfHarm() {
    return onHarm.greatest();
  }

  /** The same of the gambler who bets on no harm. */
  double evidenceOfNoHarm() {
    return onNoHarm.greatest();
  }

  /**
   * Whether harm has more for it than against it, or the last pairs speak for it, whatever was
   * before. No verdict, but a reason to compare more.
   */
  boolean leansToHarm() {
    return onHarm.capital() > onNoHarm.capital() || worseInARow >= SUSPECT;
  }

  /** Typical ratio, the plan's to the safe one's: the geometric mean; NaN if there is none. */
  double typicalRatio() {
    return ratios == 0 ? Double.NaN : StrictMath.exp(logRatioSum / ratios);
  }
}
