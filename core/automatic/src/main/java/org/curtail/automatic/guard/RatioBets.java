package org.curtail.automatic.guard;

import java.util.Arrays;

/**
 * Test if one figure of the plan's slices, such as the mean, exceeds a multiple of the baseline's.
 * Two bettors bet, one on each answer.
 *
 * <p>Assume that in each slice the plan's figure is at most {@code 1 + harm} times that of the
 * baseline in the same slice. A coin decides which of two slices is the plan's. So the logarithm of
 * the ratio minus {@code log(1 + harm)} is at most a number whose sign is the coin's. That number
 * is symmetric given everything before, as {@link SymmetryBets} requires. The response times need
 * no assumption: they may depend on each other, within slices and across, and have any tail. The
 * opposite case is analogous.
 *
 * <p>{@link LoadAdjustment} corrects for the loads of the two slices and keeps the symmetry.
 */
public final class RatioBets {
  private static final int REMEMBERED = 63;

  /**
   * Pairs in a row that raise a suspicion; the chance of three equal fair coins is one in eight.
   */
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
   * Creates a test without pairs.
   *
   * @param harm tolerated increase of the figure as a share, at least 0
   */
  RatioBets(double harm) {
    logLimit = StrictMath.log1p(harm);
  }

  /**
   * Adds a pair.
   *
   * @param logRatio logarithm of the ratio, the plan's to the baseline's; may be infinite
   * @param logLoadRatio logarithm of the ratio of loads; finite
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

  /** Returns the median size of earlier numbers; 0 if there are none. */
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
   * Returns the greatest wealth of the bet on harm. If there is no harm, the probability of a
   * wealth of 20 or more is at most 1/20.
   */
  double evidenceOfHarm() {
    return onHarm.greatest();
  }

  /** Returns the greatest wealth of the bet on no harm. */
  double evidenceOfNoHarm() {
    return onNoHarm.greatest();
  }

  /** Returns the present wealth of the bet on no harm, which may fall again. */
  double presentEvidenceOfNoHarm() {
    return onNoHarm.wealth();
  }

  /**
   * Returns true if the evidence indicates harm, or if the last pairs do. This is no verdict, but a
   * reason to compare more.
   */
  boolean leansToHarm() {
    return onHarm.wealth() > Math.max(onNoHarm.wealth(), 1) || worseInARow >= SUSPECT;
  }

  /**
   * Returns the number of last pairs in a row in which the figure was not worse by more than the
   * limit.
   */
  int notWorseInARow() {
    return notWorseInARow;
  }

  /**
   * Returns the typical ratio, the plan's to the baseline's: the geometric mean; NaN without pairs.
   */
  double typicalRatio() {
    return ratios == 0 ? Double.NaN : StrictMath.exp(logRatioSum / ratios);
  }

  /**
   * Estimate of the difference between two slices that unequal numbers of requests cause. It is a
   * straight line through zero, by least squares, from earlier pairs. It does not depend on the
   * present pair, so the adjusted difference stays symmetric.
   */
  private static final class LoadAdjustment {
    private static final int LEAST_PAIRS = 8;

    /** Greatest slope: twice the load means at most 2^4 times the response time. */
    private static final double MOST_SLOPE = 4;

    private int pairs;
    private double products;
    private double squares;

    void add(double logRatio, double logLoadRatio) {
      pairs++;
      products += logRatio * logLoadRatio;
      squares += logLoadRatio * logLoadRatio;
    }

    /** Returns the logarithm of the ratio that the loads alone explain. */
    double expected(double logLoadRatio) {
      if (pairs < LEAST_PAIRS || squares == 0) {
        return 0;
      }
      return Math.clamp(products / squares, 0.0, MOST_SLOPE) * logLoadRatio;
    }
  }
}
