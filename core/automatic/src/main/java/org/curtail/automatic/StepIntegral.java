package org.curtail.automatic;

/**
 * A number that changes at moments, and its mean over times of late; for as many changes as are
 * remembered.
 */
final class StepIntegral {
  private static final int REMEMBERED = 1 << 14;

  /** Times of the changes, in a ring, and the integral up to then. */
  private final long[] atNanos = new long[REMEMBERED];

  private final double[] integrals = new double[REMEMBERED];
  private long changes;
  private double present;

  /** From now on it is this. Times must not go back. */
  void changed(long nowNanos, double value) {
    double integral = latest(nowNanos);
    int place = place(changes);
    atNanos[place] = nowNanos;
    integrals[place] = integral;
    changes++;
    present = value;
  }

  private static int place(long change) {
    return (int) (change % REMEMBERED);
  }

  private double latest(long nowNanos) {
    if (changes == 0) {
      return 0;
    }
    int last = place(changes - 1);
    return integrals[last] + (nowNanos - atNanos[last]) * present;
  }

  /**
   * Its mean over a time, as far as that is remembered.
   *
   * @param otherwise what it is taken for if nothing is remembered of that time
   */
  double mean(long fromNanos, long toNanos, double otherwise) {
    if (changes == 0 || toNanos <= fromNanos) {
      return otherwise;
    }
    long from = Math.max(fromNanos, atNanos[place(oldest())]);
    return from >= toNanos ? otherwise : (at(toNanos) - at(from)) / (toNanos - from);
  }

  private long oldest() {
    return Math.max(changes - REMEMBERED, 0);
  }

  private double at(long nanos) {
    long low = oldest();
    long high = changes - 1;
    while (low < high) {
      long middle = (low + high + 1) >>> 1;
      if (atNanos[place(middle)] <= nanos) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    if (low == changes - 1) {
      return latest(nanos);
    }
    int before = place(low);
    int after = place(low + 1);
    double width = atNanos[after] - atNanos[before];
    double part = width > 0 ? (nanos - atNanos[before]) / width : 0;
    return integrals[before] + part * (integrals[after] - integrals[before]);
  }
}
