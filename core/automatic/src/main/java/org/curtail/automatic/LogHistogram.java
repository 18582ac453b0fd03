package org.curtail.automatic;

import java.util.SplittableRandom;

/**
 * Counts of positive values by their logarithm, in bins of {@value #WIDTH}, so of 2 %: any number
 * of values in the same memory. Values of the same bin count as equal. A tree of sums (Fenwick, A
 * new data structure for cumulative frequency tables, 1994). Not thread-safe.
 */
final class LogHistogram {
  static final double WIDTH = 0.02;

  /** From two billionths to two billions and more. */
  private static final double LEAST_LOG = -20;

  static final int BINS = 2_200;

  private static final int HIGHEST_BIT = Integer.highestOneBit(BINS);

  /** At index i, from 1 on: the sum of so many bins up to bin i - 1 as i's lowest bit says. */
  private final long[] sums;

  private long total;

  LogHistogram() {
    sums = new long[BINS + 1];
  }

  /** A copy. */
  LogHistogram(LogHistogram other) {
    sums = other.sums.clone();
    total = other.total;
  }

  /** The bin of a value; one that is not positive is in the first. */
  static int bin(double value) {
    double log = value > 0 ? StrictMath.log(value) : Double.NEGATIVE_INFINITY;
    return (int) Math.clamp(Math.floor((log - LEAST_LOG) / WIDTH), 0, BINS - 1);
  }

  /** How many times greater values of one bin are than those of another, so many bins below. */
  static double ratio(int bins) {
    return StrictMath.exp(bins * WIDTH);
  }

  /** Adds values to a bin, or takes some away. */
  void add(int bin, long count) {
    total += count;
    for (int i = bin + 1; i <= BINS; i += i & -i) {
      sums[i] += count;
    }
  }

  /** Adds all values of another one. */
  void addAll(LogHistogram other) {
    total += other.total;
    for (int i = 0; i < sums.length; i++) {
      sums[i] += other.sums[i];
    }
  }

  long total() {
    return total;
  }

  /** How many values are in bins below this one. */
  long below(int bin) {
    long sum = 0;
    for (int i = bin; i > 0; i -= i & -i) {
      sum += sums[i];
    }
    return sum;
  }

  /**
   * The share of all values that are greater than one of this bin, which is among its equals at
   * random.
   */
  double greaterShare(int bin, SplittableRandom random) {
    long upTo = below(bin + 1);
    long equal = upTo - below(bin);
    return (total - upTo + random.nextDouble() * equal) / total;
  }

  /** For each bin, how many values are in it and in those below. */
  long[] upToEach() {
    long[] upTo = new long[BINS];
    for (int i = 1; i <= BINS; i++) {
      int without = i & (i - 1);
      upTo[i - 1] = sums[i] + (without == 0 ? 0 : upTo[without - 1]);
    }
    return upTo;
  }

  /** The bin of a value by its place in ascending order: from 0 to less than {@link #total}. */
  int binOf(long place) {
    int at = 0;
    long left = place;
    for (int step = HIGHEST_BIT; step > 0; step >>= 1) {
      if (at + step <= BINS && sums[at + step] <= left) {
        at += step;
        left -= sums[at];
      }
    }
    return at;
  }

  /** The bin of the median. There must be a value. */
  int median() {
    return binOf((total - 1) / 2);
  }
}
