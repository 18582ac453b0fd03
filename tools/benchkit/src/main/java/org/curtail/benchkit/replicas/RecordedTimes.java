package org.curtail.benchkit.replicas;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.curtail.Percentile;
import org.curtail.reissue.AttemptTimes;
import org.curtail.replicas.ServiceTimes;

/**
 * Recorded times of a service, for which replicas hold requests. Immutable.
 *
 * <p>If every request has a time for its copy, the copy takes this time; such pairs keep causes
 * that slow down both attempts. Otherwise a copy takes a random time of all copies, or of all
 * requests if no copy was recorded.
 */
public final class RecordedTimes {
  private final double[] firstMs;
  private final double[] firstWeights;
  private final double[] secondMs;
  private final double[] secondWeights;
  private final Copies copies;

  /** Knowledge of the times of copies. */
  public enum Copies {
    /** No times of copies: a copy takes a random time of all requests. */
    LIKE_REQUESTS,
    /** Times of copies of some requests. */
    APART,
    /** A time of the copy for each request. */
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

  /** Returns times of requests without copies. */
  public static RecordedTimes of(double... firstMs) {
    double[] none = new double[firstMs.length];
    Arrays.fill(none, Double.NaN);
    double[] ones = new double[firstMs.length];
    Arrays.fill(ones, 1);
    return of(firstMs, none, ones);
  }

  /**
   * Returns times of requests and of their copies.
   *
   * @param firstMs times of original attempts: at least one, each finite and at least 0
   * @param secondMs time of the copy of each request; NaN for none
   * @param weights number of requests that each time represents: finite, above 0
   * @throws IllegalArgumentException if an array breaks these conditions, or all first times are 0
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

  /** Returns the number of times of requests. */
  public int size() {
    return firstMs.length;
  }

  /** Knowledge of the times of copies. */
  public Copies copies() {
    return copies;
  }

  /** Returns the mean time of requests. */
  public double meanMs() {
    double sum = 0;
    for (int i = 0; i < firstMs.length; i++) {
      sum += firstMs[i] * firstWeights[i];
    }
    return sum / Arrays.stream(firstWeights).sum();
  }

  /** Returns a percentile of the times of requests. */
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

  /** Returns the times for a planner. */
  AttemptTimes attempts() {
    return switch (copies) {
      case PAIRED -> AttemptTimes.paired(firstMs, secondMs, firstWeights);
      case APART, LIKE_REQUESTS ->
          AttemptTimes.independent(firstMs, firstWeights, secondMs, secondWeights);
    };
  }

  /** Returns the times for a simulation of queues. Weights do not count. */
  ServiceTimes serviceTimes() {
    return switch (copies) {
      case PAIRED -> ServiceTimes.paired(firstMs, secondMs);
      case APART, LIKE_REQUESTS -> ServiceTimes.independent(firstMs);
    };
  }

  /** Returns a source of random requests and copies. */
  Draw draw(Random random) {
    return new Draw(random);
  }

  /** A source of random requests, with probabilities in proportion to weights. For one thread. */
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

    /** Returns the service time of the next request. */
    long nextNanos() {
      first = index(firstUpTo);
      return nanos(firstMs[first]);
    }

    /** Returns the index of the last request's time. */
    int entry() {
      return first;
    }

    /** Returns the service time of the copy of the same request. */
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
