package org.curtail.automatic;

/**
 * Does a policy do harm? Compares its slices of time with those of the safe policy, pair by pair:
 * mean and 95th percentile of the response time.
 *
 * <p><b>Always valid.</b> One may look after each pair, for as long as one likes: the probability
 * that a verdict that is false is ever given is at most the stated error rate. It is <em>harm</em>
 * that is false, if in each slice neither figure is worse by more than the stated amount than it
 * would have been with the safe policy; it is <em>no harm</em>, if in each slice one of the figures
 * is worse by at least that. In between both may come. Why it holds, says {@link RatioTest}:
 * nothing is assumed of the response times, only that a coin has ordered each pair and that what
 * one slice leaves behind does not reach into the next. Each of the two figures has half of the
 * error rate for harm; for no harm both must be shown, so that each has all of it.
 *
 * <p>Harm stays the verdict once it was given. No harm turns into harm if that is shown later.
 */
final class HarmTest {
  private final double errorRate;
  private final RatioTest mean;
  private final RatioTest p95;
  private int pairs;

  /**
   * A test that has seen nothing.
   *
   * @param harm from which amount on a figure is worse: 0.03 says more than 3 %; at least 0
   * @param errorRate more than 0, less than 1
   */
  HarmTest(double harm, double errorRate) {
    if (!(harm >= 0) || !(errorRate > 0 && errorRate < 1)) {
      throw new IllegalArgumentException(
          "harm must be at least 0, errorRate between 0 and 1: harm=%s, errorRate=%s"
              .formatted(harm, errorRate));
    }
    this.errorRate = errorRate;
    this.mean = new RatioTest(harm);
    this.p95 = new RatioTest(harm);
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

  /** Whether something, in either figure, speaks for harm at present. No verdict. */
  boolean leansToHarm() {
    return mean.leansToHarm() || p95.leansToHarm();
  }

  /** In how many pairs, the last ones, neither figure was worse by more than the stated amount. */
  int notWorseInARow() {
    return Math.min(mean.notWorseInARow(), p95.notWorseInARow());
  }

  /** Pairs that were compared. */
  int pairs() {
    return pairs;
  }

  /** Typical ratio of mean response times, the policy's to the safe one's; NaN if unknown. */
  double meanRatio() {
    return mean.typicalRatio();
  }

  /** The same of 95th percentiles. */
  double p95Ratio() {
    return p95.typicalRatio();
  }

  /**
   * The lesser of what the gamblers who bet on no harm have at present: 1 at first, less than that
   * if they have lost. It may fall again, so it is no verdict.
   */
  double presentEvidenceOfNoHarm() {
    return Math.min(mean.presentEvidenceOfNoHarm(), p95.presentEvidenceOfNoHarm());
  }

  /**
   * So many pairs, one after the other, show harm if the policy is worse in each of them, if only
   * by a little, and nothing came before.
   */
  static int pairsToShowHarm(double errorRate) {
    var bets = new SymmetryBets();
    int pairs = 0;
    while (bets.greatest() < 2 / errorRate) {
      bets.add(Double.MIN_NORMAL);
      pairs++;
    }
    return pairs;
  }
}
