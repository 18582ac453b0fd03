package org.curtail.benchkit.replicas;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.curtail.Percentile;
import org.curtail.reissue.AttemptTimes;

/**
 * How long a service took for requests: the times for which replicas hold them. Immutable.
 *
 * <p>If every request has the time of a copy of its own, a copy takes that; such pairs keep what is
 * slow for both. Else a copy takes any of the copies' times, or, if there are none, any time.
 */
public final class RecordedTimes {
  private final double[] firstMs;
  private final double[] firstWeights;
  private final double[] secondMs;
  private final double[] secondWeights;
  private final Copies copies;

  /** What is known of copies. */
  public enum Copies {
    /** Nothing: they take what any request takes. */
    LIKE_REQUESTS,
    /** How long copies took, but not of all requests. */
    APART,
    /** How long the copy of each request took. */
    PAIRED
  }

  private RecordedTimes(
      double[] firstMs,
      double[] firstWeights,
      double[] secondMs,
      double[] secondWeights,
      Copies copies) {
    this.firstMs = firstMs;
    this.firstWeights = firstWeights;
    this.secondMs = secondMs;
    this.secondWeights = secondWeights;
    this.copies = copies;
  }

  /** Times of requests of which nobody was sent twice. */
  public static RecordedTimes of(double... firstMs) {
    double[] none = new double[firstMs.length];
    Arrays.fill(none, Double.NaN);
    double[] ones = new double[firstMs.length];
    Arrays.fill(ones, 1);
    return of(firstMs, none, ones);
  }

  /**
   * Times of requests and of their copies.
   *
   * @param firstMs of first attempts: at least one, each finite and at least 0
   * @param secondMs of the copies of the same requests, as many; NaN where there was none
   * @param weights for how many requests each stands: as many, each finite and above 0
   * @throws IllegalArgumentException if they are anything else, or all first times are 0
   */
  public static RecordedTimes of(double[] firstMs, double[] secondMs, double[] weights) {
    if (firstMs.length != secondMs.length || firstMs.length != weights.length) {
      throw new IllegalArgumentException(
          "expected as many copies and weights as requests: %d, %d, %d"
              .formatted(secondMs.length, weights.length, firstMs.length));
    }
    int[] copied =
        IntStream.range(0, secondMs.length).filter(i -> !Double.isNaN(secondMs[i])).toArray();
    requireTimes("firstMs", firstMs);
    double[] seconds = Arrays.stream(copied).mapToDouble(i -> secondMs[i]).toArray();
    Copies copies =
        copied.length == 0
            ? Copies.LIKE_REQUESTS
            : copied.length == firstMs.length ? Copies.PAIRED : Copies.APART;
    if (copies == Copies.LIKE_REQUESTS) {
      return new RecordedTimes(
          firstMs.clone(), weights.clone(), firstMs.clone(), weights.clone(), copies);
    }
    requireTimes("secondMs", seconds);
    double[] weightsOfCopies = Arrays.stream(copied).mapToDouble(i -> weights[i]).toArray();
    return new RecordedTimes(firstMs.clone(), weights.clone(), seconds, weightsOfCopies, copies);
  }

  private static void requireTimes(String name, double[] ms) {
    for (double time : ms) {
      if (!(time >= 0) || time == Double.POSITIVE_INFINITY) {
        throw new IllegalArgumentException(name + " must be finite and at least 0: " + time);
      }
    }
    if (Arrays.stream(ms).max().orElse(0) == 0) {
      throw new IllegalArgumentException(name + " must not all be 0");
    }
  }

  /** How many times of requests there are. */
  public int size() {
    return firstMs.length;
  }

  /** What is known of copies. */
  public Copies copies() {
    return copies;
  }

  /** The mean time of requests. */
  public double meanMs() {
    double sum = 0;
    for (int i = 0; i < firstMs.length; i++) {
      sum += firstMs[i] * firstWeights[i];
    }
    return sum / Arrays.stream(firstWeights).sum();
  }

  /** A percentile of the times of requests. */
  double percentileMs(double percentile) {
    int[] order =
        IntStream.range(0, firstMs.length)
            .boxed()
            .sorted((i, j) -> Double.compare(firstMs[i], firstMs[j]))
            .mapToInt(Integer::intValue)
            .toArray();
    return Percentile.of(
        Arrays.stream(order).mapToDouble(i -> firstMs[i]).toArray(),
        Arrays.stream(order).mapToDouble(i -> firstWeights[i]).toArray(),
        percentile);
  }

  /** The same for who plans. */
  AttemptTimes attempts() {
    return switch (copies) {
      case PAIRED -> AttemptTimes.paired(firstMs, secondMs, firstWeights);
      case APART, LIKE_REQUESTS ->
          AttemptTimes.independent(firstMs, firstWeights, secondMs, secondWeights);
    };
  }

  /** Draws requests and copies of them. */
  Draw draw(Random random) {
    return new Draw(random);
  }

  /** Draws one request after the other, each as likely as its weight says. For one thread. */
  final class Draw {
    private final Random random;
    private final double[] firstUpTo = firstWeights.clone();
    private final double[] secondUpTo = secondWeights.clone();
    private int first;

    private Draw(Random random) {
      this.random = random;
      Arrays.parallelPrefix(firstUpTo, Double::sum);
      Arrays.parallelPrefix(secondUpTo, Double::sum);
    }

    /** For how long the next request keeps its slot. */
    long nextNanos() {
      first = index(firstUpTo);
      return nanos(firstMs[first]);
    }

    /** For how long the second copy of the same request keeps its slot. */
    long copyNanos() {
      return nanos(secondMs[copies == Copies.PAIRED ? first : index(secondUpTo)]);
    }

    private int index(double[] upTo) {
      int found = Arrays.binarySearch(upTo, random.nextDouble() * upTo[upTo.length - 1]);
      return Math.min(found < 0 ? -found - 1 : found + 1, upTo.length - 1);
    }

    private static long nanos(double ms) {
      return Math.round(ms * 1e6);
    }
  }
}
