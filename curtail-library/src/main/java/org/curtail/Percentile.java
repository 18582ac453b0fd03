package org.curtail;

/**
 * The percentile used throughout: nearest rank, so that every reported tail is a value that
 * occurred. The p-th percentile of N values is the {@code ceil(p/100 * N)}-th smallest (Few-to-Many
 * paper, Figure 6, equation 5).
 */
public final class Percentile {
  private Percentile() {}

  /**
   * Position of a percentile among sorted values.
   *
   * @param percentile 0 to 100, both included; 0 gives the smallest value
   * @param count number of values, at least 1
   * @return an index from 0 to {@code count - 1}
   */
  public static int rank(double percentile, int count) {
    check(percentile);
    if (count < 1) {
      throw new IllegalArgumentException("a percentile needs at least one value");
    }
    // 99 / 100.0 * 100 is not 99 in binary; a relative nudge far below 1 / count undoes that.
    double exact = percentile * count / 100.0;
    long ceiling = (long) Math.ceil(exact - 1e-9 * Math.max(1, exact));
    return Math.clamp(ceiling - 1, 0, count - 1);
  }

  /**
   * A percentile of values in ascending order.
   *
   * @param ascending at least one value, in ascending order (not checked)
   */
  public static double of(double[] ascending, double percentile) {
    return ascending[rank(percentile, ascending.length)];
  }

  /**
   * Rejects what is not a percentile.
   *
   * @throws IllegalArgumentException unless 0 &lt;= percentile &lt;= 100
   */
  public static void check(double percentile) {
    if (!(percentile >= 0 && percentile <= 100)) {
      throw new IllegalArgumentException("a percentile lies between 0 and 100: " + percentile);
    }
  }
}
