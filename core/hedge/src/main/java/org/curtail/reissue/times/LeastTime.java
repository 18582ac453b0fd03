package org.curtail.reissue.times;

import java.util.function.DoublePredicate;

/**
 * Finds the exact least time from which on a condition holds, by bisection of the bits of a double.
 * Doubles of at least 0 have the order of their bits, so at most 63 evaluations are needed. Hedged
 * requests end at sums of a delay and a second time. There are too many sums to list, but this
 * search is still exact.
 */
public final class LeastTime {
  private LeastTime() {}

  /**
   * Bisects until one time is left.
   *
   * @param lowMillis lower end of the search, at least 0
   * @param highMillis upper end of the search, where the condition must hold (not evaluated)
   * @param passes condition that holds from some time on
   */
  public static double between(double lowMillis, double highMillis, DoublePredicate passes) {
    long low = Double.doubleToLongBits(lowMillis);
    long high = Double.doubleToLongBits(highMillis);
    while (low < high) {
      long middle = (low + high) >>> 1;
      if (passes.test(Double.longBitsToDouble(middle))) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return Double.longBitsToDouble(high);
  }
}
