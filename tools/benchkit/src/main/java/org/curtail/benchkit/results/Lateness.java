package org.curtail.benchkit.results;

import org.curtail.Percentile;

/**
 * Delay between planned arrivals and the generator's hand-over of requests.
 *
 * @param latenessP50Ms median delay; then the 99th percentile and the maximum
 */
public record Lateness(double latenessP50Ms, double latenessP99Ms, double latenessMaxMs) {
  /** Lateness of a simulation: none. */
  public static final Lateness NONE = new Lateness(0, 0, 0);

  /**
   * Returns the figures of requests.
   *
   * @param ascendingMs delays in ascending order, at least one
   */
  public static Lateness of(double[] ascendingMs) {
    return new Lateness(
        Percentile.of(ascendingMs, 50),
        Percentile.of(ascendingMs, 99),
        ascendingMs[ascendingMs.length - 1]);
  }
}
