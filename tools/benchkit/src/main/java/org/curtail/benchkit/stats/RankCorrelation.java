package org.curtail.benchkit.stats;

import java.util.Optional;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.curtail.reissue.AttemptTimes;
import org.curtail.reissue.times.Pairs;
import org.curtail.reissue.times.Sample;

/**
 * Spearman's rank correlation of pairs, with its 95 % interval by Fisher's transformation with the
 * variance of Bonett and Wright (Sample size requirements for estimating Pearson, Kendall and
 * Spearman correlations, Psychometrika 2000). The interval takes pairs as independent of each
 * other.
 *
 * @param value from -1 to 1; 0 without an order
 * @param low lower end of the interval
 * @param high upper end of the interval
 * @param pairs number of pairs
 */
public record RankCorrelation(double value, double low, double high, double pairs) {
  /** The variance is for at least this number of pairs. */
  private static final int FEWEST_PAIRS = 10;

  private static final double DEVIATIONS =
      NormalDistribution.of(0, 1).inverseCumulativeProbability(0.975);

  /**
   * Returns the correlation of measured pairs.
   *
   * @param paired pairs of any two times
   * @return the correlation; empty with fewer than ten pairs, or if all times of one side are equal
   */
  public static Optional<RankCorrelation> of(AttemptTimes paired) {
    Pairs pairs = paired.pairs();
    if (pairs == null || pairs.measured() < FEWEST_PAIRS) {
      return Optional.empty();
    }
    double half = paired.firstWeight() / 2;
    double products = 0;
    double squaresOfFirst = 0;
    double squaresOfSecond = 0;
    for (int i = 0; i < pairs.count(); i++) {
      double first = rank(paired.first(), pairs.firstMillis(i)) - half;
      double second = rank(paired.second(), pairs.secondMillis(i)) - half;
      products += pairs.weight(i) * first * second;
      squaresOfFirst += pairs.weight(i) * first * first;
      squaresOfSecond += pairs.weight(i) * second * second;
    }
    double scale = Math.sqrt(squaresOfFirst * squaresOfSecond);
    return scale == 0
        ? Optional.empty()
        : Optional.of(of(Math.clamp(products / scale, -1, 1), pairs.measured()));
  }

  /** Returns the mean rank of a time among all times, from 0; equal times share it. */
  private static double rank(Sample times, double millis) {
    return (times.weightWithin(millis) + times.weightWithin(Math.nextDown(millis))) / 2;
  }

  private static RankCorrelation of(double value, double pairs) {
    double deviation = DEVIATIONS * Math.sqrt((1 + value * value / 2) / (pairs - 3));
    double transformed = Math.log((1 + value) / (1 - value)) / 2;
    return new RankCorrelation(
        value, Math.tanh(transformed - deviation), Math.tanh(transformed + deviation), pairs);
  }

  /** True if the interval excludes 0. */
  public boolean isShown() {
    return low > 0 || high < 0;
  }

  /** Returns the correlation with its interval for people. */
  public String words() {
    return "%.2f (%.2f to %.2f)".formatted(value, low, high);
  }
}
