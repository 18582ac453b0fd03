package org.curtail.diagnose;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.curtail.Percentile;

/**
 * The usual variation of requests: a standard deviation for each cause, as a share of the usual
 * latency. The deviation is estimated from the upper quartile, as slow requests would inflate other
 * estimates.
 */
final class UsualSpread {
  /**
   * Distance of the median and the upper quartile of a normal distribution, in standard deviations.
   */
  private static final double QUARTILE_DEVIATIONS = 0.6745;

  /**
   * Limit of the usual variation in standard deviations (Iglewicz and Hoaglin, How to Detect and
   * Handle Outliers, 1993).
   */
  private static final double DEVIATIONS = 3.5;

  private final Map<Cause, Double> deviations = new EnumMap<>(Cause.class);

  private UsualSpread() {}

  /**
   * Returns the variation of requests.
   *
   * @param usualOf usual times for a request
   */
  static UsualSpread of(List<Breakdown> requests, Function<Breakdown, CauseNanos> usualOf) {
    List<Excess> excesses = requests.stream().map(r -> Excess.of(r, usualOf.apply(r))).toList();
    var spread = new UsualSpread();
    for (Cause cause : Cause.values()) {
      spread.deviations.put(cause, deviation(excesses, excess -> excess.shareToVary(cause)));
    }
    return spread;
  }

  private static double deviation(List<Excess> excesses, ToDoubleFunction<Excess> share) {
    double[] sorted = excesses.stream().mapToDouble(share).sorted().toArray();
    return (Percentile.of(sorted, 75) - Percentile.of(sorted, 50)) / QUARTILE_DEVIATIONS;
  }

  /** True if a request exceeds the usual variation of a cause. */
  boolean isUnusual(Excess excess, Cause cause) {
    return excess.shareToVary(cause) > leastUnusualShare(cause);
  }

  /** Returns the greatest usual excess of a cause, as a share of the usual latency. */
  double leastUnusualShare(Cause cause) {
    return DEVIATIONS * deviations.getOrDefault(cause, 0.0);
  }

  /**
   * The excess of a request over the usual.
   *
   * @param nanos excess of each cause; may be negative
   * @param usualNanos usual latency
   */
  record Excess(CauseNanos nanos, long usualNanos) {
    static Excess of(Breakdown request, CauseNanos usual) {
      return new Excess(request.nanos().minus(usual), usual.sum());
    }

    long of(Cause cause) {
      return nanos.of(cause);
    }

    /** Returns the excess of the request. */
    long sum() {
      return nanos.sum();
    }

    /**
     * Returns the excess of a cause as a share of the usual latency. For work and interference it
     * is their sum, since a threshold decides which of the two gets additional CPU time.
     */
    double shareToVary(Cause cause) {
      long excess =
          cause == Cause.WORK || cause == Cause.INTERFERENCE
              ? of(Cause.WORK) + of(Cause.INTERFERENCE)
              : of(cause);
      return (double) excess / Math.max(1, usualNanos);
    }
  }
}
