package org.curtail.measurement.latencylog;

import java.util.List;

/**
 * How long requests took and, where it is known, when they arrived: in order of arrival then, else
 * in that of the log. Nobody changes the arrays.
 */
public final class TimedRequests {
  private final double[] durationsMs;
  private final double[] arrivalsMs;
  private final String described;
  private final List<String> remarks;

  /**
   * Requests that were logged.
   *
   * @param durationsMs at least one, above 0, finite
   * @param arrivalsMs counted from the first, ascending; empty if they are not known
   * @param described what was read, in words
   * @param remarks what the user should know of how it was read
   */
  public TimedRequests(
      double[] durationsMs, double[] arrivalsMs, String described, List<String> remarks) {
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
    this.durationsMs = durationsMs;
    this.arrivalsMs = arrivalsMs;
    this.described = described;
    this.remarks = List.copyOf(remarks);
  }

  /** At least one, above 0, finite. */
  public double[] durationsMs() {
    return durationsMs;
  }

  /** As many, counted from the first, ascending; empty if they are not known. */
  public double[] arrivalsMs() {
    return arrivalsMs;
  }

  /** What was read, in words. */
  public String described() {
    return described;
  }

  /** What the user should know of how it was read. */
  public List<String> remarks() {
    return remarks;
  }

  /** Whether it is known when they arrived. */
  public boolean hasArrivals() {
    return arrivalsMs.length > 0;
  }

  public int size() {
    return durationsMs.length;
  }

  @Override
  public String toString() {
    return "TimedRequests[%d, %s]".formatted(size(), described);
  }
}
