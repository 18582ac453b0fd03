package org.curtail.benchkit.latencylog;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Durations of requests and their arrivals, if known. Requests are in order of arrival, or in the
 * order of the log if arrivals are unknown. Callers must not change the arrays.
 */
public final class TimedRequests {
  private final double[] durationsMs;
  private final double[] weights;
  private final double[] arrivalsMs;
  private final double resolutionMs;
  private final String described;
  private final List<String> remarks;

  /**
   * Creates requests from a log.
   *
   * @param durationsMs at least one duration, each above 0 and finite
   * @param arrivalsMs arrivals since the first one, ascending; empty if unknown
   * @param resolutionMs greatest delay of an arrival after its value; 0 for exact arrivals
   * @param described text on the columns of the log
   * @param remarks remarks for the user
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
   * Creates requests from a histogram. Arrivals are unknown.
   *
   * @param weights number of requests of each duration: above 0
   */
  static TimedRequests weighted(
      double[] durationsMs, double[] weights, String described, List<String> remarks) {
    return new TimedRequests(durationsMs, weights, new double[] {}, 0, described, remarks);
  }

  /** Returns the number of requests of each duration: 1, except for a histogram. */
  public double[] weights() {
    return weights;
  }

  /** Returns the durations: at least one, each above 0 and finite. */
  public double[] durationsMs() {
    return durationsMs;
  }

  /** Returns the arrivals since the first one, ascending; empty if unknown. */
  public double[] arrivalsMs() {
    return arrivalsMs;
  }

  /**
   * Returns the greatest delay of an arrival after its value in {@link #arrivalsMs}; 0 for exact
   * arrivals.
   */
  public double resolutionMs() {
    return resolutionMs;
  }

  /**
   * Returns these requests with exact arrivals, each at a random place within its possible time.
   *
   * @param seed seed of the places
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
   * Creates requests from any order.
   *
   * @param momentsMs moment of arrival of each request, with any zero
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

  /** Returns the text on the columns of the log. */
  public String described() {
    return described;
  }

  /** Returns remarks for the user. */
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
