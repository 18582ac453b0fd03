package org.curtail.benchkit.steps;

import java.util.Arrays;

/**
 * The requests of one run through all steps under a policy. Arrays have an entry for each request,
 * in order of arrival.
 *
 * @param arrivalMs arrivals in milliseconds from the begin of the run
 * @param latencyMs times from arrival to end, in milliseconds
 * @param degree mean number of threads of a request: thread time over execution time
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

  /** Returns the requests that arrived in an interval; {@code toMs} is exclusive. */
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
