package org.curtail.diagnose;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * The distribution of latency by cause, updated when requests end. The buckets of latency are at
 * most 1/16 of their latency wide. So the size does not grow with the number of requests.
 * Thread-safe.
 */
public final class CauseCdf {
  /** Buckets for each doubling of the latency. */
  private static final int BITS = 4;

  /**
   * A step of the distribution.
   *
   * @param latencyNanos greatest latency of the step
   * @param percentile percentage of requests up to that latency, 0 to 100
   * @param requests number of requests in this step, at least 1
   * @param nanos mean time of each cause for these requests
   */
  public record Point(long latencyNanos, double percentile, long requests, CauseNanos nanos) {}

  private record Bucket(long requests, long largestNanos, CauseNanos sum) {
    Bucket plus(Breakdown request) {
      return new Bucket(
          requests + 1, Math.max(largestNanos, request.latencyNanos()), sum.plus(request.nanos()));
    }
  }

  private static final Bucket EMPTY = new Bucket(0, 0, CauseNanos.ZERO);

  private final TreeMap<Integer, Bucket> buckets = new TreeMap<>();

  /** Creates an empty distribution. */
  public CauseCdf() {}

  /** Counts a request. */
  public synchronized void add(Breakdown request) {
    int place = bucket(request.latencyNanos());
    buckets.put(place, buckets.getOrDefault(place, EMPTY).plus(request));
  }

  /**
   * Returns the bucket of a latency, from its leading bits and its number of bits. Ascends with the
   * latency.
   */
  static int bucket(long nanos) {
    int shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(nanos) - 1 - BITS);
    return (shift << BITS) + (int) (nanos >>> shift);
  }

  /** Returns the steps from fast to slow; empty without requests. */
  public synchronized List<Point> points() {
    long all = buckets.values().stream().mapToLong(Bucket::requests).sum();
    var points = new ArrayList<Point>(buckets.size());
    long until = 0;
    for (Bucket bucket : buckets.values()) {
      until += bucket.requests();
      points.add(
          new Point(
              bucket.largestNanos(),
              100.0 * until / all,
              bucket.requests(),
              CauseNanos.mean(bucket.sum(), bucket.requests())));
    }
    return points;
  }
}
