package org.curtail.energy;

/**
 * Finds the thresholds of slow-to-fast while requests run: after each window the deadline of the
 * {@linkplain LeastEnergy#schedule schedule} grows by a gain times the distance of the measured
 * tail below its target, and shrinks by a gain times its distance above. A pure function. It
 * integrates in the deadline itself, which stays within its bounds: a long time at a bound leaves
 * nothing to be undone (no wind-up).
 *
 * @param targetMs greatest allowed tail; more than 0
 * @param percentile percentile of the tail; more than 0, less than 100
 * @param gain gain for a tail below the target; more than 0, at most 2: the tail grows by about as
 *     much as the deadline, so beyond 2 it oscillates ever more
 * @param gainAbove gain for a tail above it; at least as much, at most 2
 * @param shortestMs the shortest deadline; at least 0
 * @param longestMs the longest; at least that
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
      throw new IllegalArgumentException("percentile must lie between 0 and 100: " + percentile);
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
   * Returns a controller for a target, with usual gains: a half below the target, three quarters
   * above. A window needs twenty requests beyond the percentile to count.
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
