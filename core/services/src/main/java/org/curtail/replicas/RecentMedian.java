package org.curtail.replicas;

import java.util.Arrays;

/** The median of the last few values that are not too old. */
final class RecentMedian {
  private final double[] values;
  private final double[] atMillis;
  private final double mostAgeMillis;
  private int added;

  RecentMedian(int count, double mostAgeMillis) {
    values = new double[count];
    atMillis = new double[count];
    this.mostAgeMillis = mostAgeMillis;
  }

  void add(double value, double nowMillis) {
    values[added % values.length] = value;
    atMillis[added % values.length] = nowMillis;
    added++;
  }

  boolean isKnown(double nowMillis) {
    return added > 0 && nowMillis - atMillis[(added - 1) % values.length] <= mostAgeMillis;
  }

  /** Returns the median, the lower of two in the middle; only if it {@link #isKnown}. */
  double median(double nowMillis) {
    double[] recent = new double[Math.min(added, values.length)];
    int count = 0;
    for (int i = 0; i < recent.length; i++) {
      if (nowMillis - atMillis[i] <= mostAgeMillis) {
        recent[count++] = values[i];
      }
    }
    Arrays.sort(recent, 0, count);
    return recent[(count - 1) / 2];
  }
}
