package org.curtail.policy.demand;

import java.util.Arrays;

/**
 * Finds the place of a number among ascending numbers, as {@link Arrays#binarySearch(double[],
 * double)} does, but always in a few steps. Policies need such a place at every question, and each
 * step of a binary search among thousands misses the processor's cache. Immutable.
 *
 * <p>A table leads to the few numbers with the same exponent and the same first bits as the wanted
 * number. The bits of positive numbers ascend as the numbers do.
 */
final class AscendingNumbers {
  /** Keeps the exponent and seven bits: 128 entries of the table for each doubling. */
  private static final int DROPPED_BITS = 45;

  private final double[] ascending;

  /** The bits of the first entry of the table. */
  private final long firstBits;

  /** For each value of the bits from {@link #firstBits} on, how many of the numbers have less. */
  private final int[] below;

  private AscendingNumbers(double[] ascending, long firstBits, int[] below) {
    this.ascending = ascending;
    this.firstBits = firstBits;
    this.below = below;
  }

  /**
   * Makes the table of these numbers.
   *
   * @param ascending at least one number, each greater than the one before it, none negative. The
   *     array is kept.
   */
  static AscendingNumbers of(double[] ascending) {
    int first = ascending[0] == 0 && ascending.length > 1 ? 1 : 0;
    long firstBits = bits(ascending[first]);
    int[] below = new int[(int) (bits(ascending[ascending.length - 1]) - firstBits) + 1];
    int entry = 0;
    for (int i = first; i < ascending.length; i++) {
      for (int own = (int) (bits(ascending[i]) - firstBits); entry <= own; entry++) {
        below[entry] = i;
      }
    }
    return new AscendingNumbers(ascending, firstBits, below);
  }

  private static long bits(double number) {
    return Double.doubleToRawLongBits(number) >>> DROPPED_BITS;
  }

  /**
   * Returns the place of a number. If the number is missing, returns minus the place where it would
   * be, minus 1.
   */
  int place(double number) {
    if (!(number > 0)) {
      return Arrays.binarySearch(ascending, number);
    }
    long entry = bits(number) - firstBits;
    if (entry < 0) {
      return Arrays.binarySearch(ascending, 0, below[0], number);
    }
    if (entry >= below.length - 1) {
      return Arrays.binarySearch(ascending, below[below.length - 1], ascending.length, number);
    }
    return Arrays.binarySearch(ascending, below[(int) entry], below[(int) entry + 1], number);
  }
}
