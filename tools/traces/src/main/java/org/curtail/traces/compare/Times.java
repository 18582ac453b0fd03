package org.curtail.traces.compare;

import java.util.Arrays;

/** Times of the same step in many requests, in milliseconds. Not thread-safe. */
final class Times {
  /** Share left out at each end, as single requests waited for something else. */
  private static final double TRIMMED = 0.1;

  private double[] millis = new double[8];
  private int size;
  private boolean sorted;

  void add(double time) {
    if (size == millis.length) {
      millis = Arrays.copyOf(millis, 2 * size);
    }
    millis[size++] = time;
    sorted = false;
  }

  int size() {
    return size;
  }

  /** Mean without the shortest and the longest tenth. */
  double trimmedMean() {
    sort();
    int from = (int) (size * TRIMMED);
    int to = (int) Math.ceil(size * (1 - TRIMMED));
    double sum = 0;
    for (int i = from; i < to; i++) {
      sum += millis[i];
    }
    return sum / (to - from);
  }

  /** Returns all times, shortest first. */
  double[] sorted() {
    sort();
    return Arrays.copyOf(millis, size);
  }

  private void sort() {
    if (!sorted) {
      Arrays.sort(millis, 0, size);
      sorted = true;
    }
  }
}
