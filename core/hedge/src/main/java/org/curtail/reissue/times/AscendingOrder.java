package org.curtail.reissue.times;

/**
 * The ascending order of times as indices, to sort other arrays along: the JDK sorts numbers
 * without returning their order, and objects are too slow for millions. Radix sort, since numbers
 * of at least 0 are in the order of their bits: as fast for equal and for sorted times as for any.
 */
final class AscendingOrder {
  private static final int DIGIT_BITS = 11;
  private static final int DIGITS = 1 << DIGIT_BITS;
  private static final int SIGNIFICANT_BITS = 63;

  private AscendingOrder() {}

  /**
   * Returns the indices of the times in ascending order; equal ones as they were.
   *
   * @param times finite, at least 0 (not checked)
   */
  static int[] of(double[] times) {
    int count = times.length;
    int[] order = new int[count];
    long[] keys = new long[count];
    for (int i = 0; i < count; i++) {
      order[i] = i;
      // Adding 0 turns -0, whose bits are above all others, into 0.
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

  /** Returns the first place of each digit; empty if all have the same one. */
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
