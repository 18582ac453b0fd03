package org.curtail.benchkit.results;

import org.curtail.Percentile;

/**
 * Delay of the generator's hand-overs of a run's requests.
 *
 * @param latenessP50Ms the median; then the 99th percentile and the maximum
 */
public record Lateness(double latenessP50Ms, double latenessP99Ms, double latenessMaxMs) {
  /** Lateness of a simulation, which is never late. */
  public static final Lateness NONE = new Lateness(0, 0, 0);

  /** Lateness of single requests, in ascending order, at least one. */
  public static Lateness of(double[] ascendingMs) {
    return new Lateness(
        Percentile.of(ascendingMs, 50),
        Percentile.of(ascendingMs, 99),
        ascendingMs[ascendingMs.length - 1]);
  }
}
