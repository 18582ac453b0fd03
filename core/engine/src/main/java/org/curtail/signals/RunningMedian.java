package org.curtail.signals;

import java.util.Arrays;

/** The median of the latest values. For one thread. */
final class RunningMedian {
  private final long[] latest;
  private final long[] sorted;
  private int count;
  private int next;

  /**
   * An empty median.
   *
   * @param values number of latest values; odd
   */
  RunningMedian(int values) {
    if (values < 1 || values % 2 == 0) {
      throw new IllegalArgumentException("values must be odd: " + values);
    }
    latest = new long[values];
    sorted = new long[values];
  }

  /** The lower one of the two in the middle, if they are even; {@code Long.MAX_VALUE} if none. */
  long value() {
    return count == 0 ? Long.MAX_VALUE : sorted[(count - 1) / 2];
  }

  /** The least of the latest; {@code Long.MAX_VALUE} if there are none. */
  long least() {
    return count == 0 ? Long.MAX_VALUE : sorted[0];
  }

  /** True if it has its full number of values. */
  boolean isFull() {
    return count == latest.length;
  }

  void add(long value) {
    if (count == latest.length) {
      count--;
      int gone = Arrays.binarySearch(sorted, 0, count + 1, latest[next]);
      System.arraycopy(sorted, gone + 1, sorted, gone, count - gone);
    }
    int place = Arrays.binarySearch(sorted, 0, count, value);
    int at = place < 0 ? -place - 1 : place;
    System.arraycopy(sorted, at, sorted, at + 1, count - at);
    sorted[at] = value;
    latest[next] = value;
    next = (next + 1) % latest.length;
    count++;
  }
}
