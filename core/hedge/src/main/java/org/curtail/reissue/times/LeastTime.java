package org.curtail.reissue.times;

import java.util.function.DoublePredicate;

/**
 * Finds the least time from which on a condition holds, exactly: bisects the numbers themselves.
 * Numbers of at least 0 are in the order of their bits, so at most 63 evaluations lead to one of
 * them, even if it is a sum. Searches are therefore exact although hedged requests end at sums of a
 * delay and a second time, of which there are too many to list.
 */
public final class LeastTime {
  private LeastTime() {}

  /**
   * Bisects until one time is left.
   *
   * @param lowMillis at least 0
   * @param highMillis at least {@code lowMillis}; passes (not evaluated)
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
