package org.curtail.automatic.detect;

import java.util.SplittableRandom;

/**
 * Counts of positive values by their logarithm, in bins of {@value #WIDTH}, about 2 %, in constant
 * memory. Values of one bin count as equal. A tree of sums (Fenwick, A new data structure for
 * cumulative frequency tables, 1994). Not thread-safe.
 */
public final class LogHistogram {
  static final double WIDTH = 0.02;

  /** Logarithm of the least value. The range is from two billionths to over two billion. */
  private static final double LEAST_LOG = -20;

  static final int BINS = 2_200;

  private static final int HIGHEST_BIT = Integer.highestOneBit(BINS);

  /**
   * Partial sums. Index i, from 1 on, has the sum of the last bins up to i - 1; i's lowest set bit
   * is their number.
   */
  private final long[] sums;

  private long total;

  /** Creates a histogram without values. */
  public LogHistogram() {
    sums = new long[BINS + 1];
  }

  LogHistogram(LogHistogram other) {
    sums = other.sums.clone();
    total = other.total;
  }

  /** Returns the bin of a value; the first bin if the value is not positive. */
  public static int bin(double value) {
    double log = value > 0 ? StrictMath.log(value) : Double.NEGATIVE_INFINITY;
    return (int) Math.clamp(Math.floor((log - LEAST_LOG) / WIDTH), 0, BINS - 1);
  }

  /** Returns the value in the middle of a bin. */
  public static double value(int bin) {
    return StrictMath.exp(LEAST_LOG + (bin + 0.5) * WIDTH);
  }

  /** Returns the ratio of values with this distance in bins. */
  static double ratio(int bins) {
    return StrictMath.exp(bins * WIDTH);
  }

  /** Adds a count to a bin; a negative count removes values. */
  public void add(int bin, long count) {
    total += count;
    for (int i = bin + 1; i <= BINS; i += i & -i) {
      sums[i] += count;
    }
  }

  void addAll(LogHistogram other) {
    total += other.total;
    for (int i = 0; i < sums.length; i++) {
      sums[i] += other.sums[i];
    }
  }

  /** Returns the number of values. */
  public long total() {
    return total;
  }

  /** Returns the number of values in lower bins. */
  long below(int bin) {
    long sum = 0;
    for (int i = bin; i > 0; i -= i & -i) {
      sum += sums[i];
    }
    return sum;
  }

  /**
   * Returns the share of all values that are greater than one of this bin. The value has a random
   * place among equal ones.
   */
  double greaterShare(int bin, SplittableRandom random) {
    long upTo = below(bin + 1);
    long equal = upTo - below(bin);
    return (total - upTo + random.nextDouble() * equal) / total;
  }

  /** Returns, for each bin, the number of values in it and in lower bins. */
  long[] upToEach() {
    long[] upTo = new long[BINS];
    for (int i = 1; i <= BINS; i++) {
      int without = i & (i - 1);
      upTo[i - 1] = sums[i] + (without == 0 ? 0 : upTo[without - 1]);
    }
    return upTo;
  }

  /**
   * Returns the bin of the value at a place in ascending order, from 0 to less than {@link #total}.
   */
  public int binOf(long place) {
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

  /** Returns the bin of the median. The histogram must not be empty. */
  int median() {
    return binOf((total - 1) / 2);
  }
}
