package org.curtail.benchkit.latencylog;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Durations of requests and, where known, their arrivals: in order of arrival then, else in that of
 * the log. Callers must not change the arrays.
 */
public final class TimedRequests {
  private final double[] durationsMs;
  private final double[] weights;
  private final double[] arrivalsMs;
  private final double resolutionMs;
  private final String described;
  private final List<String> remarks;

  /**
   * Creates them from a log.
   *
   * @param durationsMs at least one, above 0, finite
   * @param arrivalsMs counted from the first, ascending; empty if they are unknown
   * @param resolutionMs largest delay of each arrival after its value; 0 for none
   * @param described meaning of the columns read, in words
   * @param remarks for the user on the reading
   */
  public TimedRequests(
      double[] durationsMs,
      double[] arrivalsMs,
      double resolutionMs,
      String described,
      List<String> remarks) {
    this(durationsMs, ones(durationsMs.length), arrivalsMs, resolutionMs, described, remarks);
  }

  private TimedRequests(
      double[] durationsMs,
      double[] weights,
      double[] arrivalsMs,
      double resolutionMs,
      String described,
      List<String> remarks) {
    if (durationsMs.length == 0
        || weights.length != durationsMs.length
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
    this.weights = weights;
    this.arrivalsMs = arrivalsMs;
    this.resolutionMs = resolutionMs;
    this.described = described;
    this.remarks = List.copyOf(remarks);
  }

  private static double[] ones(int length) {
    double[] ones = new double[length];
    Arrays.fill(ones, 1);
    return ones;
  }

  /**
   * Creates them from a histogram: durations, each with its number of requests. Arrivals are
   * unknown.
   *
   * @param weights as many, above 0
   */
  static TimedRequests weighted(
      double[] durationsMs, double[] weights, String described, List<String> remarks) {
    return new TimedRequests(durationsMs, weights, new double[] {}, 0, described, remarks);
  }

  /** Number of requests that each duration stands for: 1, except for a histogram. */
  public double[] weights() {
    return weights;
  }

  /** At least one, above 0, finite. */
  public double[] durationsMs() {
    return durationsMs;
  }

  /** As many, counted from the first, ascending; empty if they are unknown. */
  public double[] arrivalsMs() {
    return arrivalsMs;
  }

  /** Largest delay of each arrival after its value in {@link #arrivalsMs}; 0 for none. */
  public double resolutionMs() {
    return resolutionMs;
  }

  /**
   * The same with exact arrivals: each is placed at random within its possible time. The number of
   * arrivals in each such time stays.
   *
   * @param seed any; the same one gives the same arrivals
   */
  public TimedRequests placedWithin(long seed) {
    if (resolutionMs == 0 || !hasArrivals()) {
      return this;
    }
    var random = new SplittableRandom(seed);
    double[] placed = arrivalsMs.clone();
    Arrays.setAll(placed, i -> arrivalsMs[i] + resolutionMs * random.nextDouble());
    return inOrder(durationsMs, placed, 0, described, remarks);
  }

  /**
   * Creates them from requests in any order.
   *
   * @param momentsMs of arrival, one for each, with any zero
   */
  static TimedRequests inOrder(
      double[] durationsMs,
      double[] momentsMs,
      double resolutionMs,
      String described,
      List<String> remarks) {
    int[] order =
        IntStream.range(0, momentsMs.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> momentsMs[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    return new TimedRequests(
        IntStream.of(order).mapToDouble(i -> durationsMs[i]).toArray(),
        IntStream.of(order).mapToDouble(i -> momentsMs[i] - momentsMs[order[0]]).toArray(),
        resolutionMs,
        described,
        remarks);
  }

  /** Description of the columns as they were read, in words. */
  public String described() {
    return described;
  }

  /** Remarks for the user on the reading. */
  public List<String> remarks() {
    return remarks;
  }

  /** True if the arrivals are known. */
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
