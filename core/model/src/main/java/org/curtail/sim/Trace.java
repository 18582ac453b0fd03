package org.curtail.sim;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import org.curtail.Profile;

/**
 * Requests in order of arrival: the time of each, and the index of the {@link Profile}'s request
 * that it repeats. Independent of any policy. Immutable.
 */
public final class Trace {
  private final double[] arrivalsMs;
  private final int[] requests;

  private Trace(double[] arrivalsMs, int[] requests) {
    this.arrivalsMs = arrivalsMs;
    this.requests = requests;
  }

  /**
   * Creates a trace of these arrivals.
   *
   * @param arrivalsMs times of arrivals in milliseconds since the start of the trace: at least one,
   *     finite, not negative, not decreasing; copied
   * @param requests index of a profile's request for each arrival; as many, not negative; copied
   * @throws IllegalArgumentException if the arrays violate this; the message names the index
   */
  public static Trace of(double[] arrivalsMs, int[] requests) {
    if (arrivalsMs.length == 0) {
      throw new IllegalArgumentException("a trace needs at least one arrival");
    }
    if (arrivalsMs.length != requests.length) {
      throw new IllegalArgumentException(
          "%d arrivals of %d requests".formatted(arrivalsMs.length, requests.length));
    }
    ArrivalTimes.check(arrivalsMs);
    for (int i = 0; i < requests.length; i++) {
      if (requests[i] < 0) {
        throw new IllegalArgumentException(
            "arrival %d is of a negative request: %d".formatted(i, requests[i]));
      }
    }
    return new Trace(arrivalsMs.clone(), requests.clone());
  }

  /** Returns the number of arrivals; at least 1. */
  public int size() {
    return requests.length;
  }

  /**
   * Returns the time of an arrival, in milliseconds since the start of the trace.
   *
   * @param i 0 to {@link #size} - 1
   */
  public double arrivalMs(int i) {
    return arrivalsMs[i];
  }

  /**
   * Returns the profile's index of an arriving request.
   *
   * @param i 0 to {@link #size} - 1
   */
  public int request(int i) {
    return requests[i];
  }

  /**
   * Returns the trace from a request on.
   *
   * @param first 0 to {@link #size} - 1
   */
  public Trace from(int first) {
    return of(
        Arrays.copyOfRange(arrivalsMs, first, size()), Arrays.copyOfRange(requests, first, size()));
  }

  /**
   * Returns the same requests with all times divided by a factor: another load for the same
   * demands.
   *
   * @param factor finite, more than 0; 2 for twice the rate
   * @throws IllegalArgumentException if the factor is invalid, or a time becomes infinite
   */
  public Trace fasterBy(double factor) {
    if (!(factor > 0) || Double.isInfinite(factor)) {
      throw new IllegalArgumentException("factor must be positive and finite: " + factor);
    }
    return of(DoubleStream.of(arrivalsMs).map(ms -> ms / factor).toArray(), requests);
  }

  /**
   * Rejects a profile that lacks requests of this trace.
   *
   * @throws IllegalArgumentException naming the first arrival of a request that the profile lacks
   */
  public void requireRequestsOf(Profile profile) {
    for (int i = 0; i < requests.length; i++) {
      if (requests[i] >= profile.requests()) {
        throw new IllegalArgumentException(
            "arrival %d is of request %d, but the profile has %d"
                .formatted(i, requests[i], profile.requests()));
      }
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Trace trace
        && Arrays.equals(arrivalsMs, trace.arrivalsMs)
        && Arrays.equals(requests, trace.requests);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(arrivalsMs) + Arrays.hashCode(requests);
  }

  @Override
  public String toString() {
    return "Trace[%d requests in %s ms]".formatted(size(), arrivalsMs[size() - 1]);
  }

  static final class ArrivalTimes {
    private ArrivalTimes() {}

    /**
     * Rejects invalid times.
     *
     * @throws IllegalArgumentException if a time is not finite, negative or less than the time
     *     before; the message names the index
     */
    static void check(double[] arrivalsMs) {
      double previousMs = 0;
      for (int i = 0; i < arrivalsMs.length; i++) {
        if (!(arrivalsMs[i] >= previousMs) || Double.isInfinite(arrivalsMs[i])) {
          throw new IllegalArgumentException(
              "arrivals must be finite, not negative and not decreasing: arrival %d is %s ms after %s ms"
                  .formatted(i, arrivalsMs[i], previousMs));
        }
        previousMs = arrivalsMs[i];
      }
    }
  }
}
