package org.curtail.energy;

/**
 * Controller of the slow-to-fast thresholds while requests run. After each window it changes the
 * deadline of the {@linkplain LeastEnergy#schedule schedule}. The change is a gain times the
 * distance of the measured tail from its target. A tail below the target makes the deadline longer.
 * A pure function. The integrator is the deadline itself, which stays within its bounds, so there
 * is no wind-up.
 *
 * @param targetMs greatest allowed tail; more than 0
 * @param percentile percentile of the tail; more than 0, less than 100
 * @param gain gain for a tail below the target; more than 0, at most 2. The tail grows by about as
 *     much as the deadline, so a gain beyond 2 oscillates without end.
 * @param gainAbove gain for a tail above the target; at least {@code gain}, at most 2
 * @param shortestMs shortest deadline; at least 0
 * @param longestMs longest deadline; at least {@code shortestMs}
 * @param fewestEnds fewest ended requests in a window that counts; at least 1
 */
public record ThresholdController(
    double targetMs,
    double percentile,
    double gain,
    double gainAbove,
    double shortestMs,
    double longestMs,
    int fewestEnds) {
  private static final double MOST_GAIN = 2;

  public ThresholdController {
    if (!(targetMs > 0) || Double.isInfinite(targetMs)) {
      throw new IllegalArgumentException("targetMs must be positive and finite: " + targetMs);
    }
    if (!(percentile > 0 && percentile < 100)) {
      throw new IllegalArgumentException(
          "percentile must be more than 0 and less than 100: " + percentile);
    }
    if (!(gain > 0 && gain <= gainAbove && gainAbove <= MOST_GAIN)) {
      throw new IllegalArgumentException(
          "gains must be more than 0, not decrease and be at most 2: %s, %s"
              .formatted(gain, gainAbove));
    }
    if (!(shortestMs >= 0 && shortestMs <= longestMs) || Double.isInfinite(longestMs)) {
      throw new IllegalArgumentException(
          "bounds must be at least 0, finite and not decrease: %s, %s"
              .formatted(shortestMs, longestMs));
    }
    if (fewestEnds < 1) {
      throw new IllegalArgumentException("fewestEnds must be at least 1: " + fewestEnds);
    }
  }

  /**
   * Returns a controller with the usual gains: 0.5 below the target, 0.75 above. A window counts if
   * about twenty requests exceed the percentile.
   *
   * @param least source of schedules
   */
  public static ThresholdController of(LeastEnergy least, double targetMs, double percentile) {
    return new ThresholdController(
        targetMs,
        percentile,
        0.5,
        0.75,
        Math.min(targetMs, 0.9 * least.shortestMs()),
        targetMs,
        (int) Math.ceil(20 * 100 / (100 - percentile)));
  }

  /** Returns the deadline after a window, in milliseconds. */
  public double next(double deadlineMs, SpeedWindow window) {
    if (window.ended() < fewestEnds) {
      return deadlineMs;
    }
    double below = targetMs - window.percentileMs(percentile);
    return Math.clamp(deadlineMs + (below < 0 ? gainAbove : gain) * below, shortestMs, longestMs);
  }
}
