package org.curtail.measurement.latencylog;

import java.util.Arrays;
import java.util.List;

/**
 * How long requests took and, where it is known, when they arrived: in order of arrival then, else
 * in that of the log.
 *
 * @param durationsMs at least one, above 0, finite
 * @param arrivalsMs counted from the first, ascending; empty if they are not known
 * @param described what was read, in words
 * @param remarks what the user should know of how it was read
 */
public record TimedRequests(
    double[] durationsMs, double[] arrivalsMs, String described, List<String> remarks) {
  public TimedRequests {
    if (durationsMs.length == 0
        || (arrivalsMs.length > 0 && arrivalsMs.length != durationsMs.length)) {
      throw new IllegalArgumentException(
          "%d durations and %d arrivals".formatted(durationsMs.length, arrivalsMs.length));
    }
    for (int i = 0; i < durationsMs.length; i++) {
      if (!(durationsMs[i] > 0) || Double.isInfinite(durationsMs[i])) {
        throw new IllegalArgumentException("duration %d: %s".formatted(i, durationsMs[i]));
      }
      if (i > 0 && arrivalsMs.length > 0 && !(arrivalsMs[i] >= arrivalsMs[i - 1])) {
        throw new IllegalArgumentException("arrival %d is before the one before it".formatted(i));
      }
    }
    remarks = List.copyOf(remarks);
  }

  /** Whether it is known when they arrived. */
  public boolean hasArrivals() {
    return arrivalsMs.length > 0;
  }

  public int size() {
    return durationsMs.length;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TimedRequests requests
        && Arrays.equals(durationsMs, requests.durationsMs)
        && Arrays.equals(arrivalsMs, requests.arrivalsMs)
        && described.equals(requests.described)
        && remarks.equals(requests.remarks);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(durationsMs) + 31 * Arrays.hashCode(arrivalsMs);
  }

  @Override
  public String toString() {
    return "TimedRequests[%d, %s]".formatted(size(), described);
  }
}
