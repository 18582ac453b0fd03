package org.curtail.diagnose;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.curtail.Percentile;

/**
 * How much the parts of requests usually vary: for each cause, a standard deviation as a share of
 * what a request usually takes. It comes from the upper quartile, since the slow requests
 * themselves would blow up a deviation.
 */
final class UsualSpread {
  /** From the median to the upper quartile of a normal distribution, in standard deviations. */
  private static final double QUARTILE_DEVIATIONS = 0.6745;

  /**
   * What is further above the usual is no more the usual variation (Iglewicz and Hoaglin, How to
   * Detect and Handle Outliers, 1993, 3.5).
   */
  private static final double DEVIATIONS = 3.5;

  private final Map<Cause, Double> deviations = new EnumMap<>(Cause.class);

  private UsualSpread() {}

  /**
   * From many requests.
   *
   * @param usualOf what each of them usually takes
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

  /** Whether a request takes more time for a cause than it does by the usual variation. */
  boolean isUnusual(Excess excess, Cause cause) {
    return excess.shareToVary(cause) > leastUnusualShare(cause);
  }

  /** From which share of what a request usually takes on its excess is unusual. */
  double leastUnusualShare(Cause cause) {
    return DEVIATIONS * deviations.getOrDefault(cause, 0.0);
  }
}
