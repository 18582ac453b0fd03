package org.curtail.plan;

import java.util.Arrays;

/**
 * Selection of the tail among weighted times without sorting: Hoare's selection with the middle as
 * pivot, linear on average. Reuses its arrays, so it is not thread-safe.
 */
final class TailSelection {
  private double[] times = {};
  private double[] weights = {};

  /**
   * Returns the greatest time such that the longer times have at most a given weight. Returns the
   * least time if all times have at most this weight.
   *
   * @param givenTimes times without NaN; not changed
   * @param givenWeights one positive weight for each time
   * @param count number of times that count; at least 1
   */
  double select(double[] givenTimes, double[] givenWeights, int count, double weightAbove) {
    if (times.length < count) {
      times = new double[count];
      weights = new double[count];
    }
    System.arraycopy(givenTimes, 0, times, 0, count);
    System.arraycopy(givenWeights, 0, weights, 0, count);
    double remaining = weightAbove;
    int from = 0;
    int to = count - 1;
    while (from < to) {
      double pivot = times[(from + to) >>> 1];
      int left = from;
      int right = to;
      while (left <= right) {
        while (times[left] > pivot) {
          left++;
        }
        while (times[right] < pivot) {
          right--;
        }
        if (left <= right) {
          swap(left++, right--);
        }
      }
      // Times up to right are at least the pivot, times from left on at most.
      double leftWeight = sum(from, right);
      if (leftWeight > remaining) {
        to = right;
        continue;
      }
      remaining -= leftWeight;
      double middleWeight = sum(right + 1, left - 1);
      if (middleWeight > remaining) {
        return pivot;
      }
      remaining -= middleWeight;
      from = left;
    }
    return from < count ? times[from] : least(count);
  }

  private void swap(int i, int j) {
    double time = times[i];
    times[i] = times[j];
    times[j] = time;
    double weight = weights[i];
    weights[i] = weights[j];
    weights[j] = weight;
  }

  private double sum(int from, int to) {
    double sum = 0;
    for (int i = from; i <= to; i++) {
      sum += weights[i];
    }
    return sum;
  }

  private double least(int count) {
    return Arrays.stream(times, 0, count).min().orElseThrow();
  }
}
