package org.curtail;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * Takes a profile's requests one by one, so that millions of them need no object each. Not
 * thread-safe.
 */
public final class ProfileBuilder {
  /** More do not fit into one array. */
  public static final int MAX_REQUESTS = Integer.MAX_VALUE - 8;

  /** One per degree. */
  private final List<DoubleStream.Builder> timesMs = new ArrayList<>();

  /** None yet. */
  public ProfileBuilder() {}

  private int requests;

  /**
   * Adds a request, of weight 1 until {@link Profile#withWeights} says otherwise.
   *
   * @param timesMs {@code timesMs[d-1]} is its execution time in milliseconds at degree d; the
   *     first request decides how many degrees there are. Copied.
   * @throws IllegalArgumentException if there are no times or more or fewer than the first request
   *     has, if a time is not finite and positive, or if there are {@link #MAX_REQUESTS} already;
   *     the message names request and degree
   */
  public void add(double... timesMs) {
    check(timesMs);
    if (requests == 0) {
      for (int d = 1; d <= timesMs.length; d++) {
        this.timesMs.add(DoubleStream.builder());
      }
    }
    for (int d = 1; d <= timesMs.length; d++) {
      this.timesMs.get(d - 1).accept(timesMs[d - 1]);
    }
    requests++;
  }

  private void check(double[] timesMs) {
    if (requests == MAX_REQUESTS) {
      throw new IllegalArgumentException("a profile has at most " + MAX_REQUESTS + " requests");
    }
    if (timesMs.length == 0) {
      throw new IllegalArgumentException("request " + requests + " has no times");
    }
    if (requests > 0 && timesMs.length != this.timesMs.size()) {
      throw new IllegalArgumentException(
          "request %d has %d times, expected %d"
              .formatted(requests, timesMs.length, this.timesMs.size()));
    }
    for (int d = 1; d <= timesMs.length; d++) {
      double timeMs = timesMs[d - 1];
      if (!(timeMs > 0) || Double.isInfinite(timeMs)) {
        throw new IllegalArgumentException(
            "request %d at degree %d has no positive finite time: %s"
                .formatted(requests, d, timeMs));
      }
    }
  }

  /** How many requests have been added. */
  public int requests() {
    return requests;
  }

  /**
   * The profile of all requests added. Afterwards there are none.
   *
   * @param source free text: what was measured, where and how
   * @throws IllegalArgumentException if no request was added
   */
  public Profile build(String source) {
    if (requests == 0) {
      throw new IllegalArgumentException("a profile needs at least one request");
    }
    double[][] byDegree = new double[timesMs.size()][];
    for (int d = 0; d < byDegree.length; d++) {
      // What has been copied is let go, so that never all times are in memory twice.
      byDegree[d] = timesMs.removeFirst().build().toArray();
    }
    requests = 0;
    return new Profile(source, byDegree);
  }
}
