package org.curtail.reissue;

import java.util.Arrays;
import org.curtail.reissue.times.NearestPairs;
import org.curtail.reissue.times.Pairs;
import org.curtail.reissue.times.Percentiles;
import org.curtail.reissue.times.Rescues;
import org.curtail.reissue.times.Sample;
import org.jspecify.annotations.Nullable;

/**
 * Measured times of first attempts (X) and of copies at another replica (Y). With pairs, their
 * dependence is known, too. The sample counts as the true distribution. Sorted and immutable.
 *
 * <p>Independent times are two samples, and each X may occur with each Y. A pair is two attempts of
 * the same request, so pairs show attempts that are slow together. To get pairs, send some requests
 * twice at once, as by {@code ReissuePolicy.singleR(0, 0.02)}, and log both times.
 *
 * <p>All times are milliseconds, finite and at least 0. Weights are finite and at least 0, and more
 * than 0 in total. A time of weight w counts as w times; a time of weight 0 is left out. Factories
 * throw {@link IllegalArgumentException} for other values and for arrays of different lengths. The
 * message names array, index and value.
 */
public final class AttemptTimes {
  /**
   * Relative tolerance of weights for percentiles and budgets, far above the rounding of sums. With
   * n first and m second times, shares differ by 1/(n m), so a tolerance of 1e-9 is too coarse.
   */
  public static final double ROUNDING = 1e-12;

  private final Sample first;
  private final Sample second;
  private final @Nullable Pairs pairs;

  private AttemptTimes(Sample first, Sample second, @Nullable Pairs pairs) {
    this.first = first;
    this.second = second;
    this.pairs = pairs;
  }

  /**
   * Returns times for copies that have the distribution of first attempts and are independent of
   * them.
   */
  public static AttemptTimes independent(double[] firstMillis) {
    requireTimes("firstMillis", firstMillis);
    Sample both = Sample.of(firstMillis);
    return new AttemptTimes(both, both, null);
  }

  /**
   * Returns times for copies that are independent of first attempts.
   *
   * @param secondMillis times of copies; their number may differ from that of first times
   */
  public static AttemptTimes independent(double[] firstMillis, double[] secondMillis) {
    requireTimes("firstMillis", firstMillis);
    requireTimes("secondMillis", secondMillis);
    return new AttemptTimes(Sample.of(firstMillis), Sample.of(secondMillis), null);
  }

  /** Returns weighted times for copies that are independent of first attempts. */
  public static AttemptTimes independent(
      double[] firstMillis, double[] firstWeights, double[] secondMillis, double[] secondWeights) {
    return new AttemptTimes(
        weighted("first", firstMillis, firstWeights),
        weighted("second", secondMillis, secondWeights),
        null);
  }

  /** Returns pairs: element i of both arrays belongs to the same request. */
  public static AttemptTimes paired(double[] firstMillis, double[] secondMillis) {
    requireTimes("firstMillis", firstMillis);
    requireTimes("secondMillis", secondMillis);
    requireSameLength("firstMillis", firstMillis, "secondMillis", secondMillis);
    return ofEach(firstMillis, secondMillis, firstMillis.length);
  }

  /**
   * Returns pairs of a log in which few requests, such as 1 to 2 % chosen at random, were sent
   * twice at once. The pairs show the dependence of both times. All requests show the distribution
   * of first times. A request without a second time gets the second time of the nearest pair. So
   * the tail of first times is that of the whole log.
   *
   * @param aloneMillis times of requests that were sent once
   * @param firstMillis first times of requests that were sent twice
   * @param secondMillis second times of the same requests, in the same order
   */
  public static AttemptTimes probed(
      double[] aloneMillis, double[] firstMillis, double[] secondMillis) {
    requireFinite("aloneMillis", aloneMillis);
    requireTimes("firstMillis", firstMillis);
    requireTimes("secondMillis", secondMillis);
    requireSameLength("firstMillis", firstMillis, "secondMillis", secondMillis);
    double[] ofAlone = NearestPairs.secondMillis(aloneMillis, firstMillis, secondMillis);
    return ofEach(
        joined(firstMillis, aloneMillis), joined(secondMillis, ofAlone), firstMillis.length);
  }

  /**
   * Returns pairs from weighted times, as {@link #probed(double[], double[], double[])} does from
   * single times.
   */
  static AttemptTimes probed(double[] all, double[] requests, NearestPairs.Weighted pairs) {
    NearestPairs.Weighted completed = NearestPairs.completed(all, requests, pairs);
    double measured = Sample.of(pairs.firstMillis(), pairs.weights()).requests();
    return new AttemptTimes(
        Sample.of(completed.firstMillis(), completed.weights()),
        Sample.of(completed.secondMillis(), completed.weights()),
        Pairs.of(completed.firstMillis(), completed.secondMillis(), completed.weights(), measured));
  }

  private static double[] joined(double[] some, double[] more) {
    double[] all = Arrays.copyOf(some, some.length + more.length);
    System.arraycopy(more, 0, all, some.length, more.length);
    return all;
  }

  private static AttemptTimes ofEach(double[] firstMillis, double[] secondMillis, int measured) {
    double[] ones = new double[firstMillis.length];
    Arrays.fill(ones, 1);
    return new AttemptTimes(
        Sample.of(firstMillis),
        Sample.of(secondMillis),
        Pairs.of(firstMillis, secondMillis, ones, measured));
  }

  /**
   * Returns weighted pairs.
   *
   * @param weights element i is the weight of the i-th pair
   */
  public static AttemptTimes paired(double[] firstMillis, double[] secondMillis, double[] weights) {
    requireTimes("firstMillis", firstMillis);
    requireTimes("secondMillis", secondMillis);
    requireSameLength("firstMillis", firstMillis, "secondMillis", secondMillis);
    requireWeights("weights", weights);
    requireSameLength("firstMillis", firstMillis, "weights", weights);
    double[] firsts = counting(firstMillis, weights);
    double[] seconds = counting(secondMillis, weights);
    double[] positive = counting(weights, weights);
    Sample first = Sample.of(firsts, positive);
    Sample second = Sample.of(seconds, positive);
    return new AttemptTimes(first, second, Pairs.of(firsts, seconds, positive, first.requests()));
  }

  /** True if these times are pairs. */
  public boolean isPaired() {
    return pairs != null;
  }

  /** Returns the weight of all first attempts; without weights, their number. */
  public double firstWeight() {
    return first.totalWeight();
  }

  /** Returns all first times. */
  public Sample first() {
    return first;
  }

  /** Returns all times of copies. */
  public Sample second() {
    return second;
  }

  /** Returns the pairs; null if attempts are independent. */
  public @Nullable Pairs pairs() {
    return pairs;
  }

  /**
   * Returns the weight of requests that must have an answer for a percentile.
   *
   * @param percentile percentile from 0 to 100
   */
  public double weightToReach(double percentile) {
    Percentiles.check(percentile);
    return percentile / 100 * first.totalWeight() * (1 - ROUNDING);
  }

  /** Returns the least latency, without copies, within which this weight has an answer. */
  public double withoutMillis(double needed) {
    return first.leastReaching(needed);
  }

  /**
   * Returns a lower bound, for all policies, of the latency within which this weight has an answer.
   * The bound assumes that each copy makes one late request fast.
   *
   * @param copies weight of all copies
   */
  double leastPossibleMillis(double needed, double copies) {
    double withoutCopies = needed - copies - first.totalWeight() * ROUNDING;
    return withoutCopies > 0
        ? Math.min(first.leastReaching(withoutCopies), withoutMillis(needed))
        : Math.min(Math.min(first.leastMillis(), second.leastMillis()), withoutMillis(needed));
  }

  /**
   * Returns these times without the pairs that end within this limit. Valid for this and greater
   * limits; most pairs are left out.
   */
  public AttemptTimes fromLimit(double limitMillis) {
    return pairs == null ? this : new AttemptTimes(first, second, pairs.after(limitMillis));
  }

  /** Returns the weight of first attempts that last longer than a delay: X &gt; d. */
  public double weightAfter(double delayMillis) {
    return first.totalWeight() - first.weightWithin(delayMillis);
  }

  /**
   * Returns the weight of late first attempts whose copy would end in time: X &gt; t and d + Y
   * &lt;= t.
   *
   * @param delayMillis delay of the copy, d
   * @param limitMillis limit of the latency, t
   */
  public double weightRescued(double delayMillis, double limitMillis) {
    return pairs == null
        ? second.weightWithin(delayMillis, limitMillis)
            * (weightAfter(limitMillis) / second.totalWeight())
        : new Rescues.OfPairs(pairs, limitMillis).after(delayMillis);
  }

  /** Returns the rescued weights for many delays in descending order. */
  public Rescues rescues(double limitMillis) {
    return pairs == null
        ? new Rescues.OfIndependent(weightAfter(limitMillis), second, limitMillis)
        : new Rescues.OfPairs(pairs, limitMillis);
  }

  private static Sample weighted(String which, double[] times, double[] weights) {
    requireTimes(which + "Millis", times);
    requireWeights(which + "Weights", weights);
    requireSameLength(which + "Millis", times, which + "Weights", weights);
    return Sample.of(counting(times, weights), counting(weights, weights));
  }

  private static double[] counting(double[] values, double[] weights) {
    double[] counting = new double[values.length];
    int count = 0;
    for (int i = 0; i < values.length; i++) {
      if (weights[i] > 0) {
        counting[count++] = values[i];
      }
    }
    return Arrays.copyOf(counting, count);
  }

  private static void requireTimes(String name, double[] times) {
    if (times.length == 0) {
      throw new IllegalArgumentException(name + " must hold at least one time");
    }
    requireFinite(name, times);
  }

  private static void requireWeights(String name, double[] weights) {
    requireFinite(name, weights);
    double total = 0;
    for (double weight : weights) {
      total += weight;
    }
    if (!(total > 0 && total < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          name + " must be finite and more than 0 in total: " + total);
    }
  }

  private static void requireFinite(String name, double[] values) {
    for (int i = 0; i < values.length; i++) {
      if (!(values[i] >= 0) || values[i] == Double.POSITIVE_INFINITY) {
        throw new IllegalArgumentException(
            "%s[%d] must be finite and at least 0: %s".formatted(name, i, values[i]));
      }
    }
  }

  private static void requireSameLength(String a, double[] of, String b, double[] and) {
    if (of.length != and.length) {
      throw new IllegalArgumentException(
          "%s and %s must have the same length: %d and %d".formatted(a, b, of.length, and.length));
    }
  }
}
