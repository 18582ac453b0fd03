package org.curtail;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * The demand of a service: how long each of its requests takes at each degree of parallelism, alone
 * on the machine (Few-to-Many paper, section 2). Immutable.
 */
public final class Profile {
  private final String source;
  private final int maxDegree;
  private final double[][] timesMs;

  private Profile(String source, int maxDegree, double[][] timesMs) {
    this.source = source;
    this.maxDegree = maxDegree;
    this.timesMs = timesMs;
  }

  /**
   * A profile of measured times.
   *
   * @param source free text: what was measured, where and how
   * @param timesMs {@code timesMs[r][d-1]} is the execution time in milliseconds of request r at
   *     degree d; at least one request, all with the same number of degrees. Copied.
   * @throws IllegalArgumentException if there is no request, a row has another length than the
   *     first or none, or a time is not finite and positive; the message names request and degree
   */
  public static Profile of(String source, double[][] timesMs) {
    if (timesMs.length == 0) {
      throw new IllegalArgumentException("a profile needs at least one request");
    }
    int maxDegree = timesMs[0].length;
    if (maxDegree == 0) {
      throw new IllegalArgumentException("request 0 has no times");
    }
    double[][] copy = new double[timesMs.length][];
    for (int r = 0; r < timesMs.length; r++) {
      if (timesMs[r].length != maxDegree) {
        throw new IllegalArgumentException(
            "request " + r + " has " + timesMs[r].length + " times, expected " + maxDegree);
      }
      for (int d = 1; d <= maxDegree; d++) {
        double timeMs = timesMs[r][d - 1];
        if (!(timeMs > 0) || Double.isInfinite(timeMs)) {
          throw new IllegalArgumentException(
              "request " + r + " at degree " + d + " has no positive finite time: " + timeMs);
        }
      }
      copy[r] = timesMs[r].clone();
    }
    return new Profile(source, maxDegree, copy);
  }

  /** What was measured, where and how: free text. */
  public String source() {
    return source;
  }

  /** The greatest degree measured; at least 1. */
  public int maxDegree() {
    return maxDegree;
  }

  /** Number of requests; at least 1. */
  public int requests() {
    return timesMs.length;
  }

  /**
   * Execution time of a request in milliseconds.
   *
   * @param request 0 to {@link #requests} - 1
   * @param degree 1 to {@link #maxDegree}
   */
  public double timeMs(int request, int degree) {
    return timesMs[request][degree - 1];
  }

  /** How many times faster a request is at a degree than at degree 1. */
  public double speedup(int request, int degree) {
    return timesMs[request][0] / timesMs[request][degree - 1];
  }

  /** Mean execution time in milliseconds at a degree: T_i of Adaptive parallelism. */
  public double meanMs(int degree) {
    return IntStream.range(0, requests())
        .mapToDouble(r -> timeMs(r, degree))
        .average()
        .orElseThrow();
  }

  /** All execution times at a degree in ascending order, in milliseconds. */
  public double[] ascendingMs(int degree) {
    double[] times = new double[requests()];
    Arrays.setAll(times, r -> timeMs(r, degree));
    Arrays.sort(times);
    return times;
  }

  /** A percentile of the execution times at a degree, in milliseconds. */
  public double percentileMs(double percentile, int degree) {
    return Percentile.of(ascendingMs(degree), percentile);
  }

  /**
   * Mean of the requests' speedups at a degree, over the requests whose sequential times lie
   * between two percentiles: (0, 100) for all, (95, 100) for the longest 5 %, (0, 5) for the
   * shortest 5 % (Few-to-Many paper, Figures 1b and 2b). At least one request is counted.
   */
  public double meanSpeedup(int degree, double fromPercentile, double toPercentile) {
    Percentile.check(fromPercentile);
    Percentile.check(toPercentile);
    int count = requests();
    int from = (int) Math.min(Math.round(fromPercentile / 100 * count), count - 1);
    int to = (int) Math.max(Math.round(toPercentile / 100 * count), from + 1L);
    return IntStream.range(0, count)
        .boxed()
        .sorted(Comparator.comparingDouble(r -> timesMs[r][0]))
        .skip(from)
        .limit(to - (long) from)
        .mapToDouble(r -> speedup(r, degree))
        .average()
        .orElseThrow();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Profile profile
        && source.equals(profile.source)
        && Arrays.deepEquals(timesMs, profile.timesMs);
  }

  @Override
  public int hashCode() {
    return 31 * source.hashCode() + Arrays.deepHashCode(timesMs);
  }

  @Override
  public String toString() {
    return "Profile[" + requests() + " requests, degrees 1.." + maxDegree + ", " + source + "]";
  }
}
