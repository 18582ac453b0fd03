package org.curtail.automatic;

import java.util.Arrays;

/**
 * Whether one figure of the plan's slices, such as the mean, is more than a limit times that of the
 * safe ones. Two gamblers bet, one on each answer.
 *
 * <p>Let the truth be that in each slice the plan's figure is at most {@code 1 + harm} times what
 * the safe policy's would have been in the same slice. Since a coin decides which of two slices is
 * the plan's, the logarithm of the ratio minus {@code log(1 + harm)} is then at most a number whose
 * sign is the coin's: it is below a symmetric one, whatever came before, as {@link SymmetryBets}
 * asks for. Nothing is assumed of the response times: they may depend on each other, within slices
 * and across, and have any tail. The other way round if the figure is at least so much worse.
 *
 * <p>The other slice's load is taken into account ({@link LoadAdjustment}); it is as symmetric.
 */
final class RatioTest {
  private static final int REMEMBERED = 63;

  /** One in eight of three fair coins. */
  private static final int SUSPECT = 3;

  private final double logLimit;
  private final SymmetryBets onHarm = new SymmetryBets();
  private final SymmetryBets onNoHarm = new SymmetryBets();
  private final LoadAdjustment adjustment = new LoadAdjustment();
  private final double[] sizes = new double[REMEMBERED];
  private int worseInARow;
  private int notWorseInARow;
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
    double usual = usualSize();
    double number = usual == 0 ? Math.signum(excess) : excess / usual;
    worseInARow = excess > 0 ? worseInARow + 1 : 0;
    notWorseInARow = excess > 0 ? 0 : notWorseInARow + 1;
    onHarm.add(number);
    onNoHarm.add(-number);
    if (Double.isFinite(logRatio)) {
      adjustment.add(logRatio, logLoadRatio);
      sizes[ratios % REMEMBERED] = Math.abs(excess);
      ratios++;
      logRatioSum += adjusted;
    }
  }

  /** The median size of what came before; 0 if nothing did. */
  private double usualSize() {
    int known = Math.min(ratios, REMEMBERED);
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

  /** The capital at present of the gambler who bets on no harm. It may fall again. */
  double presentEvidenceOfNoHarm() {
    return onNoHarm.capital();
  }

  /**
   * Whether something speaks for harm, and more than against it, or the last pairs do, whatever was
   * before. No verdict, but a reason to compare more.
   */
  boolean leansToHarm() {
    return onHarm.capital() > Math.max(onNoHarm.capital(), 1) || worseInARow >= SUSPECT;
  }

  /** In how many pairs, the last ones, the figure was not worse by more than the limit. */
  int notWorseInARow() {
    return notWorseInARow;
  }

  /** Typical ratio, the plan's to the safe one's: the geometric mean; NaN if there is none. */
  double typicalRatio() {
    return ratios == 0 ? Double.NaN : StrictMath.exp(logRatioSum / ratios);
  }
}
