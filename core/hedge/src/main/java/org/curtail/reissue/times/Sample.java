package org.curtail.reissue.times;

import java.util.Arrays;

/**
 * Distinct measured times in ascending order, with cumulative weights. Without weights, all sums
 * are whole numbers and exact. Immutable.
 */
public final class Sample {
  private final double[] millis;
  private final double[] reached;
  private final int times;

  private Sample(double[] millis, double[] reached, int times) {
    this.millis = millis;
    this.reached = reached;
    this.times = times;
  }

  /**
   * Returns the sample of times with weight 1.
   *
   * @param times at least one, finite and at least 0 (not checked)
   */
  public static Sample of(double[] times) {
    double[] ascending = ascending(times);
    double[] reached = new double[ascending.length];
    int distinct = 0;
    for (int i = 0; i < ascending.length; i++) {
      if (ascending[i] > ascending[distinct]) {
        distinct++;
      }
      ascending[distinct] = ascending[i];
      reached[distinct] = i + 1;
    }
    return new Sample(
        Arrays.copyOf(ascending, distinct + 1), Arrays.copyOf(reached, distinct + 1), times.length);
  }

  /**
   * Returns the sample of weighted times.
   *
   * @param times at least one, finite and at least 0 (not checked)
   * @param weights weight of each: finite, more than 0 (not checked)
   */
  public static Sample of(double[] times, double[] weights) {
    int[] order = AscendingOrder.of(times);
    double[] distinct = new double[times.length];
    double[] weight = new double[times.length];
    int last = 0;
    distinct[0] = times[order[0]] + 0.0;
    for (int next : order) {
      if (times[next] > distinct[last]) {
        last++;
        distinct[last] = times[next];
      }
      weight[last] += weights[next];
    }
    return new Sample(
        Arrays.copyOf(distinct, last + 1), sums(Arrays.copyOf(weight, last + 1)), times.length);
  }

  /** Sorts times. -0 becomes 0. */
  private static double[] ascending(double[] times) {
    double[] ascending = times.clone();
    for (int i = 0; i < ascending.length; i++) {
      ascending[i] += 0.0;
    }
    Arrays.sort(ascending);
    return ascending;
  }

  /** Returns cumulative sums, compensated by the method of Neumaier against rounding. */
  private static double[] sums(double[] weights) {
    double[] sums = new double[weights.length];
    double sum = 0;
    double lost = 0;
    for (int i = 0; i < weights.length; i++) {
      double next = sum + weights[i];
      lost += sum >= weights[i] ? sum - next + weights[i] : weights[i] - next + sum;
      sum = next;
      sums[i] = Math.max(i == 0 ? 0 : sums[i - 1], sum + lost);
    }
    return sums;
  }

  /** Returns the number of distinct times: at least 1. */
  public int size() {
    return millis.length;
  }

  /**
   * Returns a distinct time.
   *
   * @param index 0 for the least, up to {@code size() - 1}
   */
  public double millis(int index) {
    return millis[index];
  }

  public double leastMillis() {
    return millis[0];
  }

  public double greatestMillis() {
    return millis[millis.length - 1];
  }

  public double totalWeight() {
    return reached[reached.length - 1];
  }

  /**
   * Returns the number of measured requests: the maximum of total weight and number of times, as
   * weights may be shares.
   */
  public double requests() {
    return Math.max(totalWeight(), times);
  }

  /** Returns the weight of the {@code count} smallest distinct times. */
  public double weightOfLeast(int count) {
    return count == 0 ? 0 : reached[count - 1];
  }

  /** Returns the weight of all times up to a limit. */
  public double weightWithin(double limitMillis) {
    return weightOfLeast(countWithin(0, limitMillis));
  }

  /**
   * Returns the weight of all times whose sum with a delay is at most a limit. The sum is rounded
   * as usual.
   */
  public double weightWithin(double delayMillis, double limitMillis) {
    return weightOfLeast(countWithin(delayMillis, limitMillis));
  }

  /** Returns the number of distinct times whose sum with a delay is at most a limit. */
  public int countWithin(double delayMillis, double limitMillis) {
    int low = 0;
    int high = millis.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (delayMillis + millis[middle] <= limitMillis) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /**
   * Returns the least time with at least this cumulative weight; the greatest time if the total
   * weight is less.
   */
  public double leastReaching(double weight) {
    int low = 0;
    int high = millis.length - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (reached[middle] >= weight) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return millis[low];
  }

  /**
   * The ascending order of times as indices, to sort several arrays alike. The JDK sorts numbers
   * without their indices, and sorting objects is too slow for millions. A radix sort is possible,
   * as doubles of at least 0 have the order of their bits.
   */
  static final class AscendingOrder {
    private static final int DIGIT_BITS = 11;
    private static final int DIGITS = 1 << DIGIT_BITS;
    private static final int SIGNIFICANT_BITS = 63;

    private AscendingOrder() {}

    /**
     * Returns the indices of the times in ascending order. The sort is stable.
     *
     * @param times times to sort: finite, at least 0 (not checked)
     */
    static int[] of(double[] times) {
      int count = times.length;
      int[] order = new int[count];
      long[] keys = new long[count];
      for (int i = 0; i < count; i++) {
        order[i] = i;
        // Adding 0 turns -0 into 0, as the bits of -0 are above all others.
        keys[i] = Double.doubleToLongBits(times[i] + 0.0);
      }
      int[] nextOrder = new int[count];
      long[] nextKeys = new long[count];
      for (int shift = 0; shift < SIGNIFICANT_BITS; shift += DIGIT_BITS) {
        int[] places = places(keys, shift);
        if (places.length == 0) {
          continue;
        }
        for (int i = 0; i < count; i++) {
          int place = places[digit(keys[i], shift)]++;
          nextKeys[place] = keys[i];
          nextOrder[place] = order[i];
        }
        long[] oldKeys = keys;
        keys = nextKeys;
        nextKeys = oldKeys;
        int[] oldOrder = order;
        order = nextOrder;
        nextOrder = oldOrder;
      }
      return order;
    }

    private static int digit(long key, int shift) {
      return (int) (key >>> shift) & (DIGITS - 1);
    }

    /** Returns the first place of each digit; empty if all keys have the same digit. */
    private static int[] places(long[] keys, int shift) {
      int[] places = new int[DIGITS];
      for (long key : keys) {
        places[digit(key, shift)]++;
      }
      int before = 0;
      for (int digit = 0; digit < DIGITS; digit++) {
        int those = places[digit];
        if (those == keys.length) {
          return new int[0];
        }
        places[digit] = before;
        before += those;
      }
      return places;
    }
  }
}
