package org.curtail.benchkit.steps;

import java.util.Arrays;

/**
 * One series of requests as one policy served it: an entry for each request, in order of arrival.
 *
 * @param arrivalMs from the series' begin
 * @param latencyMs from the arrival to the end
 * @param degree thread time over execution time
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record Served(double[] arrivalMs, double[] latencyMs, double[] degree) {
  public Served {
    if (arrivalMs.length != latencyMs.length || arrivalMs.length != degree.length) {
      throw new IllegalArgumentException(
          "%d arrivals, %d latencies, %d degrees"
              .formatted(arrivalMs.length, latencyMs.length, degree.length));
    }
  }

  /** The requests that arrived from one moment on until before another. */
  public Served between(double fromMs, double toMs) {
    int from = before(fromMs);
    int to = before(toMs);
    return new Served(
        Arrays.copyOfRange(arrivalMs, from, to),
        Arrays.copyOfRange(latencyMs, from, to),
        Arrays.copyOfRange(degree, from, to));
  }

  private int before(double ms) {
    return (int) Arrays.stream(arrivalMs).takeWhile(arrival -> arrival < ms).count();
  }
}
