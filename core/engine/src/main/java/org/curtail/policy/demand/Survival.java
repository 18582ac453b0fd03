package org.curtail.policy.demand;

import java.util.Arrays;
import org.curtail.Profile;

/**
 * The share of requests with more than a given demand: the survival function of demand, estimated
 * from a profile's sequential times. Immutable.
 *
 * <p>Between two different samples the logarithm is interpolated, so that the estimate falls
 * steadily. Equal samples are one step. There may be longer demands than the longest sample. So
 * half of its weight is assumed to lie beyond it and to fall exponentially, with the scale {@link
 * #tailScaleMs}.
 */
public final class Survival {
  /** Percentile from which demand counts as the tail. */
  private static final double TAIL_FROM = 90;

  /** Different demands, ascending, and the logarithm of the share of requests beyond each. */
  private final double[] demandMs;

  private final AscendingNumbers places;
  private final double[] logBeyond;
  private final double tailScaleMs;

  private Survival(double[] demandMs, double[] logBeyond, double tailScaleMs) {
    this.demandMs = demandMs;
    places = AscendingNumbers.of(demandMs);
    this.logBeyond = logBeyond;
    this.tailScaleMs = tailScaleMs;
  }

  public static Survival of(Profile profile) {
    int[] ascending = profile.byDemand();
    double[] demandMs = new double[ascending.length];
    double[] logBeyond = new double[ascending.length];
    int distinct = 0;
    double below = 0;
    double total = profile.totalWeight();
    for (int i = 0; i < ascending.length; i++) {
      double timeMs = profile.timeMs(ascending[i], 1);
      double weight = profile.weight(ascending[i]);
      boolean isLast = i == ascending.length - 1;
      // Only half of the longest sample's weight is below, even if other samples are equal.
      below += isLast ? weight / 2 : weight;
      if (distinct == 0 || timeMs > demandMs[distinct - 1]) {
        distinct++;
      }
      demandMs[distinct - 1] = timeMs;
      logBeyond[distinct - 1] = StrictMath.log(Math.max(1 - below / total, Double.MIN_NORMAL));
    }
    return new Survival(
        Arrays.copyOf(demandMs, distinct), Arrays.copyOf(logBeyond, distinct), tailScale(profile));
  }

  /** Returns the mean excess over a high percentile, which is the scale of an exponential tail. */
  private static double tailScale(Profile profile) {
    double fromMs = profile.percentileMs(TAIL_FROM, 1);
    double weight = 0;
    double excessMs = 0;
    for (int request = 0; request < profile.requests(); request++) {
      double timeMs = profile.timeMs(request, 1);
      if (timeMs > fromMs) {
        weight += profile.weight(request);
        excessMs += profile.weight(request) * (timeMs - fromMs);
      }
    }
    // If no demand is greater, there is no tail to measure, and the mean has the right order of
    // size.
    return weight > 0 ? excessMs / weight : profile.meanMs(1);
  }

  /** Natural logarithm of the share of requests with more demand; at most 0, never rising. */
  public double logBeyond(double workMs) {
    int last = demandMs.length - 1;
    if (workMs >= demandMs[last]) {
      return logBeyond[last] - (workMs - demandMs[last]) / tailScaleMs;
    }
    int found = places.place(workMs);
    if (found >= 0) {
      return logBeyond[found];
    }
    int next = -found - 1;
    double fromMs = next == 0 ? 0 : demandMs[next - 1];
    double from = next == 0 ? 0 : logBeyond[next - 1];
    double share = (workMs - fromMs) / (demandMs[next] - fromMs);
    return from + share * (logBeyond[next] - from);
  }

  /** Mean excess of the longest demands, in milliseconds; more than 0. */
  public double tailScaleMs() {
    return tailScaleMs;
  }
}
