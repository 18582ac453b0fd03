package org.curtail.reissue.plan;

import java.util.List;
import org.curtail.reissue.AttemptTimes;
import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissueForecast;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.reissue.plan.ReissueReport.Estimate;
import org.curtail.reissue.times.Pairs;

/**
 * The sampling error of a forecast tail: about the interval of a bootstrap of the log, without
 * draws.
 *
 * <p>The share of requests in time varies from log to log; the first and second times give its
 * variance. The estimate takes the number of requests with one time each that would have that
 * variance. A number of those lies beyond the percentile; the exact interval for its share (C.
 * Clopper, E. Pearson, Biometrika 26, 1934) ends at quantiles of gamma distributions, which are
 * cubed normal ones (E. Wilson, M. Hilferty, PNAS 17, 1931). The tail's interval lies between the
 * percentiles that leave these shares (R. Woodruff, Confidence intervals for medians and other
 * position measures, JASA 47, 1952).
 */
final class TailEstimate {
  /** Standard deviations that leave 2.5 % of a normal distribution beyond. */
  static final double DEVIATIONS = 1.959963984540054;

  /** Replaces 0, which has no percentile. */
  private static final double LEAST_PERCENTILE = 1e-6;

  private TailEstimate() {}

  /** Returns the interval of a policy's tail. */
  static Estimate of(AttemptTimes times, ReissuePolicy policy, double percentile) {
    ReissueForecast forecast = ReissueForecast.of(times, policy);
    double tailMillis = forecast.percentileMillis(percentile);
    double late = (100 - percentile) / 100;
    double requests = requests(times, policy, Math.max(0, Math.nextDown(tailMillis)));
    double lateOnes = Math.floor(late * requests * (1 + AttemptTimes.ROUNDING));
    double leastLate = lateOnes == 0 ? 0 : gamma(lateOnes, 1 - late, -DEVIATIONS) / requests;
    double mostLate = gamma(lateOnes + 1, 1 - late, DEVIATIONS) / requests;
    return new Estimate(
        tailMillis,
        Math.min(
            tailMillis,
            forecast.percentileMillis(Math.max(LEAST_PERCENTILE, 100 * (1 - mostLate)))),
        Math.max(tailMillis, forecast.percentileMillis(100 * (1 - leastLate))));
  }

  /** Returns a quantile of the gamma distribution with this mean and ratio of variance to mean. */
  private static double gamma(double mean, double varianceOverMean, double deviations) {
    double relativeVariance = varianceOverMean / mean;
    double root =
        Math.max(0, 1 - relativeVariance / 9 + deviations * Math.sqrt(relativeVariance) / 3);
    return mean * root * root * root;
  }

  /** Returns the number of requests with one time each that has the variance of the late share. */
  private static double requests(AttemptTimes times, ReissuePolicy policy, double limitMillis) {
    double variance = variance(times, policy, limitMillis);
    double inTime = ReissueForecast.of(times, policy).shareWithin(limitMillis);
    return variance > 0 ? inTime * (1 - inTime) / variance : times.first().requests();
  }

  /** Returns the variance of the share in time, over logs of as many requests. */
  static double variance(AttemptTimes times, ReissuePolicy policy, double limitMillis) {
    Pairs pairs = times.pairs();
    return pairs != null
        ? varianceOfPairs(times, pairs.measured(), policy.reissues(), limitMillis)
        : varianceOfIndependent(times, policy.reissues(), limitMillis);
  }

  /**
   * Returns the variance of the late share S (1 - q h): S depends on first times; h, the share of
   * these whose copy ends in time, depends on pairs, of which there may be fewer.
   */
  private static double varianceOfPairs(
      AttemptTimes times, double measured, List<Reissue> reissues, double limitMillis) {
    double total = times.first().totalWeight();
    double late = times.weightAfter(limitMillis) / total;
    double variance = late * (1 - late) / times.first().requests();
    for (Reissue copy : reissues) {
      double rescued =
          late == 0 ? 0 : times.weightRescued(copy.delayMillis(), limitMillis) / total / late;
      double kept = 1 - copy.probability() * rescued;
      variance =
          kept * kept * variance
              + late * copy.probability() * copy.probability() * rescued * (1 - rescued) / measured;
    }
    return variance;
  }

  /**
   * Returns the variance of the late share S Z: S depends on first times; Z, the product of 1 - q G
   * over the copies, depends on second times.
   */
  private static double varianceOfIndependent(
      AttemptTimes times, List<Reissue> reissues, double limitMillis) {
    double late = times.weightAfter(limitMillis) / times.first().totalWeight();
    int copies = reissues.size();
    double[] ended = new double[copies];
    double missed = 1;
    for (int i = 0; i < copies; i++) {
      ended[i] =
          times.second().weightWithin(reissues.get(i).delayMillis(), limitMillis)
              / times.second().totalWeight();
      missed *= 1 - reissues.get(i).probability() * ended[i];
    }
    double ofSecond = 0;
    double covariance = 0;
    for (int i = 0; i < copies; i++) {
      double slope = slope(reissues, ended, i);
      covariance += slope * ended[i];
      for (int j = 0; j < copies; j++) {
        // A copy that ends in time also does so when sent earlier.
        double both = Math.min(ended[i], ended[j]);
        ofSecond += slope * slope(reissues, ended, j) * (both - ended[i] * ended[j]);
      }
    }
    double variance =
        missed * missed * late * (1 - late) / times.first().requests()
            + late * late * ofSecond / times.second().requests();
    // The same time cannot be late as a first one and in time as a second one.
    return times.first() == times.second()
        ? variance + 2 * missed * late * late * covariance / times.first().requests()
        : variance;
  }

  /** Returns the fall of Z as the share of copies i that end in time rises. */
  private static double slope(List<Reissue> reissues, double[] ended, int i) {
    double slope = reissues.get(i).probability();
    for (int j = 0; j < ended.length; j++) {
      slope *= j == i ? 1 : 1 - reissues.get(j).probability() * ended[j];
    }
    return slope;
  }
}
