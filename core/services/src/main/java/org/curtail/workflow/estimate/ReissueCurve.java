package org.curtail.workflow.estimate;

import java.util.ArrayList;
import java.util.List;
import org.curtail.reissue.AttemptTimes;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.reissue.times.Pairs;
import org.curtail.reissue.times.Sample;
import org.curtail.workflow.CurvePoint;
import org.curtail.workflow.estimate.CurveDelays.DelaySaving;
import org.curtail.workflow.estimate.Savings.IndependentSavings;
import org.curtail.workflow.estimate.Savings.PairedSavings;

/**
 * Mean and variance of the latency over the budget, with at most one copy of a request.
 *
 * <p><b>Exact.</b> For a delay d, mean and second moment are expectations over the measured times,
 * without random numbers. Independent times give all pairs of a first and a second time; otherwise
 * the measured pairs count. Both moments are linear in the probability q of the copy, so one pass
 * for d gives all SingleR(d, q). The variance V(q) = E[L^2] - E[L]^2 is a concave parabola in q.
 * Therefore
 *
 * <ul>
 *   <li>the curve of SingleR lies on or above the chord from no reissue to SingleD(d);
 *   <li>SingleD and SingleR have the same lower convex hull, with corners at SingleD policies;
 *   <li>between corners, no policy with one delay reaches the hull of the variance, but most are
 *       near. {@link #leastVariance} returns the value of a policy, {@link #varianceHull} its
 *       bound.
 * </ul>
 *
 * <p>A plain time-out (SingleD) can be far above the hull. Let 90 % of requests take 1 ms and the
 * rest 20 ms. With a budget of 5 %, SingleD gains nothing: a delay within the budget is too late
 * for all requests. SingleR tosses a coin for each late request, and gains almost half of the gain
 * of 10 %.
 *
 * <p>Up to {@value #ALL_DELAYS} distinct first times are all evaluated as delays. With more times,
 * the search evaluates delays where the hull may still be lower, until the difference is at most
 * {@link #hullError}. Immutable.
 *
 * <p>Sources: Kwiken (SIGCOMM'13), section 4.1, for variance curves and hulls; SingleR (SPAA'17).
 */
public final class ReissueCurve {
  /** Greatest number of evaluated delays. */
  private static final int ALL_DELAYS = 512;

  private final double meanMillis;
  private final double variance;
  private final List<DelaySaving> evaluated;
  private final double hullError;
  private final CurveHull meanHull;
  private final CurveHull varianceHull;

  private ReissueCurve(double meanMillis, double variance, CurveDelays delays) {
    this.meanMillis = meanMillis;
    this.variance = variance;
    evaluated = delays.evaluated();
    hullError = delays.hullError();
    meanHull = delays.meanHull();
    varianceHull = delays.varianceHull();
  }

  /**
   * Returns the curve of attempt times. This method costs some hundred passes over the times beyond
   * the evaluated delays.
   */
  public static ReissueCurve of(AttemptTimes times) {
    Sample first = times.first();
    double mean = mean(first);
    double variance = variance(first, mean);
    Pairs pairs = times.pairs();
    Savings savings =
        pairs == null
            ? new IndependentSavings(first, times.second(), mean)
            : new PairedSavings(first, pairs, mean);
    return new ReissueCurve(
        mean, variance, CurveDelays.evaluated(savings, mean, variance, ALL_DELAYS));
  }

  private static double mean(Sample sample) {
    double sum = 0;
    for (int i = 0; i < sample.size(); i++) {
      sum += (sample.weightOfLeast(i + 1) - sample.weightOfLeast(i)) * sample.millis(i);
    }
    return sum / sample.totalWeight();
  }

  private static double variance(Sample sample, double mean) {
    double sum = 0;
    for (int i = 0; i < sample.size(); i++) {
      double off = sample.millis(i) - mean;
      sum += (sample.weightOfLeast(i + 1) - sample.weightOfLeast(i)) * off * off;
    }
    return sum / sample.totalWeight();
  }

  static void requireBudget(double budget) {
    if (!(budget >= 0 && budget <= 1)) {
      throw new IllegalArgumentException("budget must be from 0 to 1: " + budget);
    }
  }

  /** Returns the latency without copies. */
  public CurvePoint without() {
    return new CurvePoint(ReissuePolicy.NONE, 0, meanMillis, variance);
  }

  /**
   * Returns the evaluated SingleD policies by ascending share of copies; the first one sends none.
   */
  List<CurvePoint> singleD() {
    var points = new ArrayList<CurvePoint>(evaluated.size() + 1);
    points.add(without());
    for (DelaySaving delay : evaluated) {
      points.add(point(delay, 1));
    }
    return points;
  }

  /**
   * Returns the SingleR policy of least mean.
   *
   * @param budget share of requests that may have a copy, 0 to 1; need not be used up
   */
  CurvePoint leastMean(double budget) {
    requireBudget(budget);
    DelaySaving best = null;
    double most = 0;
    for (DelaySaving delay : evaluated) {
      double saved = delay.probability(budget) * delay.savedMillis();
      if (saved > most) {
        most = saved;
        best = delay;
      }
    }
    return best == null ? without() : point(best, best.probability(budget));
  }

  /**
   * Returns the SingleR policy of least variance.
   *
   * @param budget share of requests that may have a copy, 0 to 1; need not be used up
   */
  public CurvePoint leastVariance(double budget) {
    requireBudget(budget);
    DelaySaving best = null;
    double most = 0;
    for (DelaySaving delay : evaluated) {
      // A concave parabola is least at an end of its range; at q = 0 there is no reissue.
      double saved = delay.savedVariance(delay.probability(budget));
      if (saved > most) {
        most = saved;
        best = delay;
      }
    }
    return best == null ? without() : point(best, best.probability(budget));
  }

  private CurvePoint point(DelaySaving delay, double probability) {
    return new CurvePoint(
        ReissuePolicy.singleR(delay.delayMillis(), probability),
        probability * delay.share(),
        Math.max(0, meanMillis - probability * delay.savedMillis()),
        Math.max(0, variance - delay.savedVariance(probability)));
  }

  /** Returns the lower convex hull of the mean, in milliseconds. */
  CurveHull meanHull() {
    return meanHull;
  }

  /** Returns the lower convex hull of the variance, in square milliseconds. */
  public CurveHull varianceHull() {
    return varianceHull;
  }

  /**
   * Returns an upper bound for the fall of the hulls if all delays were evaluated, as a share of
   * the mean and of the variance without reissue. 0 if all delays were evaluated.
   */
  double hullError() {
    return hullError;
  }
}
