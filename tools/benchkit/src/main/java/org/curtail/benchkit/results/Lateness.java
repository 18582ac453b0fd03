package org.curtail.benchkit.results;

import org.curtail.Percentile;

/**
 * How late the generator handed a run's requests over.
 *
 * @param latenessP50Ms the median; then the 99th percentile and the maximum
 */
public record Lateness(double latenessP50Ms, double latenessP99Ms, double latenessMaxMs) {
  /** Of a simulation, which is never late. */
  public static final Lateness NONE = new Lateness(0, 0, 0);

  /** Of requests given one by one, in ascending order, at least one. */
  public static Lateness of(double[] ascendingMs) {
    return new Lateness(
        Percentile.of(ascendingMs, 50),
        Percentile.of(ascendingMs, 99),
        ascendingMs[ascendingMs.length - 1]);
  }
}
