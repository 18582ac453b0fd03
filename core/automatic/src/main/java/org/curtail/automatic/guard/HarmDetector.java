package org.curtail.automatic.guard;

import org.curtail.automatic.guard.LoadVerdict.Verdict;

/**
 * Detector of harm by a policy. It compares mean and 95th percentile of the response time of its
 * slices with those of the baseline, pair by pair.
 *
 * <p><b>Always valid.</b> It may be read after each pair, for any length of time. The probability
 * of ever giving a false verdict is at most the stated error rate. <em>Harm</em> is false if in
 * each slice neither figure is worse than the baseline's by more than the stated amount. <em>No
 * harm</em> is false if in each slice one of the figures is worse by at least that amount. Between
 * these cases either verdict is possible. {@link RatioBets} gives the reasons. It needs no
 * assumption about response times. It requires that a coin has ordered each pair and that a slice's
 * leftovers do not reach the next. Each of the two figures has half of the error rate for harm. No
 * harm must be shown for both, so each has the whole rate.
 *
 * <p>A verdict of harm is final. No harm turns into harm if the bets show harm later.
 */
public final class HarmDetector {
  private final double errorRate;
  private final RatioBets mean;
  private final RatioBets p95;
  private int pairs;

  /**
   * Creates a detector without pairs.
   *
   * @param harm increase above which a figure is worse: 0.03 means more than 3 %; at least 0
   * @param errorRate more than 0, less than 1
   */
  HarmDetector(double harm, double errorRate) {
    if (!(harm >= 0) || !(errorRate > 0 && errorRate < 1)) {
      throw new IllegalArgumentException(
          "harm must be at least 0, errorRate between 0 and 1: harm=%s, errorRate=%s"
              .formatted(harm, errorRate));
    }
    this.errorRate = errorRate;
    this.mean = new RatioBets(harm);
    this.p95 = new RatioBets(harm);
  }

  void add(SlicePair pair) {
    pairs++;
    mean.add(pair.logMeanRatio(), pair.logLoadRatio());
    p95.add(pair.logP95Ratio(), pair.logLoadRatio());
  }

  Verdict verdict() {
    double enough = 1 / errorRate;
    if (Math.max(mean.evidenceOfHarm(), p95.evidenceOfHarm()) >= 2 * enough) {
      return Verdict.HARM;
    }
    return Math.min(mean.evidenceOfNoHarm(), p95.evidenceOfNoHarm()) >= enough
        ? Verdict.NO_HARM
        : Verdict.NOT_KNOWN;
  }

  /** Returns true if one of the figures indicates harm at present, without a verdict. */
  public boolean leansToHarm() {
    return mean.leansToHarm() || p95.leansToHarm();
  }

  /**
   * Returns the number of last pairs in a row in which neither figure was worse by more than the
   * stated amount.
   */
  public int notWorseInARow() {
    return Math.min(mean.notWorseInARow(), p95.notWorseInARow());
  }

  /** Returns the number of pairs compared. */
  public int pairs() {
    return pairs;
  }

  /**
   * Returns the typical ratio of the policy's mean response time to the baseline's; NaN if unknown.
   */
  public double meanRatio() {
    return mean.typicalRatio();
  }

  /**
   * Returns the typical ratio of the policy's 95th percentile to the baseline's; NaN if unknown.
   */
  public double p95Ratio() {
    return p95.typicalRatio();
  }

  /**
   * Returns the lesser present wealth of the bets on no harm: 1 at first. It may fall again, so it
   * is no verdict.
   */
  public double presentEvidenceOfNoHarm() {
    return Math.min(mean.presentEvidenceOfNoHarm(), p95.presentEvidenceOfNoHarm());
  }

  /**
   * Returns the number of first pairs that suffice to show harm if the policy is slightly worse in
   * each of them.
   */
  public static int pairsToShowHarm(double errorRate) {
    var bets = new SymmetryBets();
    int pairs = 0;
    while (bets.greatest() < 2 / errorRate) {
      bets.add(Double.MIN_NORMAL);
      pairs++;
    }
    return pairs;
  }
}
