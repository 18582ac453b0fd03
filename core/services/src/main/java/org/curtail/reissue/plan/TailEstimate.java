package org.curtail.reissue.plan;

import java.util.List;
import org.curtail.reissue.AttemptTimes;
import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissueForecast;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.reissue.plan.ReissueReport.Estimate;
import org.curtail.reissue.times.Pairs;

/**
 * The sampling error of a forecast tail. The interval is close to that of a bootstrap of the log,
 * but needs no random draws.
 *
 * <p>The share of late requests varies from log to log; its variance follows from first and second
 * times. The estimate computes the equivalent number of requests: with one time each, they would
 * have that variance. The late share has an exact interval (C. Clopper, E. Pearson, Biometrika 26,
 * 1934). The ends of that interval are quantiles of gamma distributions, approximated by cubes of
 * normal quantiles (E. Wilson, M. Hilferty, PNAS 17, 1931). The interval of the tail ends at the
 * percentiles with these late shares (R. Woodruff, Confidence intervals for medians and other
 * position measures, JASA 47, 1952).
 */
final class TailEstimate {
  /** Normal quantile of 97.5 %, in standard deviations. */
  static final double DEVIATIONS = 1.959963984540054;

  /** Replaces the percentile 0, which forecasts do not accept. */
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

  /** Returns a quantile of the gamma distribution, by the Wilson-Hilferty approximation. */
  private static double gamma(double mean, double varianceOverMean, double deviations) {
    double relativeVariance = varianceOverMean / mean;
    double root =
        Math.max(0, 1 - relativeVariance / 9 + deviations * Math.sqrt(relativeVariance) / 3);
    return mean * root * root * root;
  }

  /** Returns the equivalent number of requests with one time each. */
  private static double requests(AttemptTimes times, ReissuePolicy policy, double limitMillis) {
    double variance = variance(times, policy, limitMillis);
    double inTime = ReissueForecast.of(times, policy).shareWithin(limitMillis);
    return variance > 0 ? inTime * (1 - inTime) / variance : times.first().requests();
  }

  /** Returns the variance of the late share over logs of the same size. */
  static double variance(AttemptTimes times, ReissuePolicy policy, double limitMillis) {
    Pairs pairs = times.pairs();
    return pairs != null
        ? varianceOfPairs(times, pairs.measured(), policy.reissues(), limitMillis)
        : varianceOfIndependent(times, policy.reissues(), limitMillis);
  }

  /**
   * Returns the variance of the late share S (1 - q h). S depends on all first times. h is the
   * share of late first attempts whose copy ends in time, and depends on the measured pairs.
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
   * Returns the variance of the late share S Z. S depends on first times. Z is the product of 1 - q
   * G over the copies, and depends on second times.
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
        // A copy that ends in time also ends in time if it is sent earlier.
        double both = Math.min(ended[i], ended[j]);
        ofSecond += slope * slope(reissues, ended, j) * (both - ended[i] * ended[j]);
      }
    }
    double variance =
        missed * missed * late * (1 - late) / times.first().requests()
            + late * late * ofSecond / times.second().requests();
    // First and second times are the same sample: a time above the limit is late as both.
    return times.first() == times.second()
        ? variance + 2 * missed * late * late * covariance / times.first().requests()
        : variance;
  }

  /**
   * Returns the negative derivative of Z with respect to the share of copies i that end in time.
   */
  private static double slope(List<Reissue> reissues, double[] ended, int i) {
    double slope = reissues.get(i).probability();
    for (int j = 0; j < ended.length; j++) {
      slope *= j == i ? 1 : 1 - reissues.get(j).probability() * ended[j];
    }
    return slope;
  }
}
