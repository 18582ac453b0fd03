package org.curtail.diagnose;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.curtail.Percentile;

/**
 * The usual variation of requests: for each cause, a standard deviation as a share of the usual
 * latency. It comes from the upper quartile, since slow requests would inflate a deviation.
 */
final class UsualSpread {
  /** From the median to the upper quartile of a normal distribution, in standard deviations. */
  private static final double QUARTILE_DEVIATIONS = 0.6745;

  /**
   * Limit of the usual variation (Iglewicz and Hoaglin, How to Detect and Handle Outliers, 1993,
   * 3.5).
   */
  private static final double DEVIATIONS = 3.5;

  private final Map<Cause, Double> deviations = new EnumMap<>(Cause.class);

  private UsualSpread() {}

  /**
   * Returns the variation of many requests.
   *
   * @param usualOf usual times of each
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

  /** Returns the share of the usual latency from which on an excess is unusual. */
  double leastUnusualShare(Cause cause) {
    return DEVIATIONS * deviations.getOrDefault(cause, 0.0);
  }

  /**
   * The time of a request above the usual.
   *
   * @param nanos by cause; may be negative
   * @param usualNanos usual latency
   */
  record Excess(CauseNanos nanos, long usualNanos) {
    static Excess of(Breakdown request, CauseNanos usual) {
      return new Excess(request.nanos().minus(usual), usual.sum());
    }

    long of(Cause cause) {
      return nanos.of(cause);
    }

    /** Returns the excess of all causes together. */
    long sum() {
      return nanos.sum();
    }

    /**
     * Returns the excess of a cause as a share of the usual latency. Work and interference vary
     * together: a limit decides to which of them additional computation counts.
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
