package org.curtail.cli.plan;

import java.util.Arrays;
import java.util.Comparator;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.curtail.Percentile;
import org.curtail.Profile;
import org.curtail.plan.Schedule;

/**
 * The uncertainty of a schedule's predicted tail because only a sample of requests was measured.
 * The uncertainty is the percentile-bootstrap interval of the tail, with the profile's requests
 * resampled with replacement. The interval does not include the error of the model.
 *
 * <p>No random draw is needed. If N values are drawn with replacement from N, the number of drawn
 * values up to the j-th smallest is binomial with probability j/N. The tail is the k-th smallest
 * drawn value. The tail is at most the j-th smallest value exactly if that number is at least k (B.
 * Efron, Bootstrap methods: another look at the jackknife, Annals of Statistics 7, 1979, section 3,
 * for the median).
 *
 * @param tailMs the predicted tail in milliseconds
 * @param lowMs lower end, at most {@code tailMs}
 * @param highMs upper end, at least {@code tailMs}
 */
public record TailInterval(double tailMs, double lowMs, double highMs) {
  /** The share outside of a 95 % interval on each side. */
  private static final double OUTSIDE = 0.025;

  public TailInterval {
    if (!(lowMs <= tailMs && tailMs <= highMs)) {
      throw new IllegalArgumentException(
          "the tail must lie within its interval: %s in %s to %s".formatted(tailMs, lowMs, highMs));
    }
  }

  /**
   * The 95 % interval of a schedule's tail on a profile.
   *
   * @param percentile percentile of the tail, 0 to 100
   * @throws IllegalArgumentException if the profile lacks a degree of the schedule
   */
  public static TailInterval of(Schedule schedule, Profile profile, double percentile) {
    double[] timesMs = schedule.timesMs(profile);
    double[] weights = new double[timesMs.length];
    if (profile.isWeighted()) {
      int[] ascending =
          IntStream.range(0, timesMs.length)
              .boxed()
              .sorted(Comparator.comparingDouble(r -> timesMs[r]))
              .mapToInt(Integer::intValue)
              .toArray();
      Arrays.setAll(weights, i -> profile.weight(ascending[i]));
    } else {
      Arrays.fill(weights, 1);
    }
    Arrays.sort(timesMs);
    return ofAscending(timesMs, weights, percentile);
  }

  /**
   * The 95 % interval of a percentile of values.
   *
   * @param weights number of real requests for each value; each of them may be drawn. If their sum
   *     is less than the number of values, they count as shares of that number
   */
  static TailInterval ofAscending(double[] timesMs, double[] weights, double percentile) {
    double[] reached = weights.clone();
    for (int i = 1; i < reached.length; i++) {
      reached[i] += reached[i - 1];
    }
    double total = reached[reached.length - 1];
    int drawn = Math.clamp(Math.round(total), timesMs.length, Integer.MAX_VALUE);
    int rank = Percentile.rank(percentile, drawn) + 1;
    double tailMs = Percentile.of(timesMs, weights, percentile);
    // With fractional weights, rounding may separate the rank from the tail itself.
    return new TailInterval(
        tailMs,
        Math.min(tailMs, timesMs[quantile(drawn, rank, reached, OUTSIDE)]),
        Math.max(tailMs, timesMs[quantile(drawn, rank, reached, 1 - OUTSIDE)]));
  }

  /**
   * Returns the index of the least value that the drawn tail does not exceed with this probability.
   */
  private static int quantile(int drawn, int rank, double[] reached, double probability) {
    double total = reached[reached.length - 1];
    return least(
        reached.length - 1,
        i -> new Binomial(drawn, reached[i] / total).atLeast(rank) >= probability);
  }

  /**
   * The probability that the {@code rank}-th smallest of {@code requests} values, drawn with
   * replacement from as many, is at most the {@code j}-th smallest of them.
   */
  static double atMost(int requests, int rank, int j) {
    return new Binomial(requests, (double) j / requests).atLeast(rank);
  }

  /**
   * Returns the least number from 0 to a greatest one that passes a test. The greatest one must
   * pass, and all numbers above a passing one.
   */
  private static int least(int greatest, IntPredicate passes) {
    int low = 0;
    int high = greatest;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (passes.test(middle)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}
