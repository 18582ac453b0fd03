package org.curtail.automatic.detect;

import java.util.SplittableRandom;

/**
 * Test for the kind of a change: one factor, or another shape. It aligns both samples at their
 * medians. Then it compares their distance with that of random samples of equal sizes from both
 * together. Four looks share the stated error: at most {@value #ERROR_PERCENT} % of changes by one
 * factor are reported as another shape, as far as the medians are known.
 *
 * <p>The distance is that of Kolmogorov and Smirnov, weighted so that tails count as much as the
 * middle (Anderson and Darling, 1952).
 */
public final class ShapeFit {
  static final int FIRST_LOOK = 100;
  public static final int LAST_LOOK = 800;

  /** Fewest values before the change that show its shape. */
  static final int LEAST_BEFORE = 50;

  static final int ERROR_PERCENT = 5;

  private static final int SHIFT_PERCENT = 1;

  private static final int LOOKS = 4;
  private static final int DRAWS = 199;

  private ShapeFit() {}

  /** Returns true if a look is due after this number of values; up to {@link #LAST_LOOK}. */
  static boolean isLookDue(long values) {
    return values >= FIRST_LOOK
        && values <= LAST_LOOK
        && values % FIRST_LOOK == 0
        && Long.bitCount(values / FIRST_LOOK) == 1;
  }

  /**
   * Returns true if the shape has changed.
   *
   * @param batch number of consecutive values that may be dependent and count as one
   */
  static boolean isReshaped(
      LogHistogram before, LogHistogram after, int batch, SplittableRandom random) {
    int shift = after.median() - before.median();
    double distance = distance(before, after, shift);
    LogHistogram all = together(before, after, shift);
    int atLeastAsFar = 1;
    for (int draw = 0; draw < DRAWS; draw++) {
      var rest = new LogHistogram(all);
      LogHistogram drawn = draw(rest, after.total(), batch, random);
      atLeastAsFar += distance(rest, drawn, drawn.median() - rest.median()) >= distance ? 1 : 0;
    }
    return atLeastAsFar * 100L * LOOKS <= (long) ERROR_PERCENT * (DRAWS + 1);
  }

  /** Returns true if the median has changed significantly, at {@value #SHIFT_PERCENT} %. */
  static boolean isShifted(
      LogHistogram before, LogHistogram after, int batch, SplittableRandom random) {
    int shift = Math.abs(after.median() - before.median());
    LogHistogram all = together(before, after, 0);
    int atLeastAsFar = 1;
    for (int draw = 0; draw < DRAWS; draw++) {
      var rest = new LogHistogram(all);
      LogHistogram drawn = draw(rest, after.total(), batch, random);
      atLeastAsFar += Math.abs(drawn.median() - rest.median()) >= shift ? 1 : 0;
    }
    return atLeastAsFar * 100L <= (long) SHIFT_PERCENT * (DRAWS + 1);
  }

  /** Returns all values of both, with those of the second shifted by a number of bins. */
  private static LogHistogram together(LogHistogram before, LogHistogram after, int shift) {
    var all = new LogHistogram(before);
    long[] upTo = after.upToEach();
    for (int bin = 0; bin < LogHistogram.BINS; bin++) {
      long found = upTo[bin] - (bin == 0 ? 0 : upTo[bin - 1]);
      if (found > 0) {
        all.add(Math.clamp(bin - (long) shift, 0, LogHistogram.BINS - 1), found);
      }
    }
    return all;
  }

  /** Draws values in batches of equal ones, and removes them from the rest. */
  private static LogHistogram draw(
      LogHistogram rest, long values, int batch, SplittableRandom random) {
    var drawn = new LogHistogram();
    while (drawn.total() < values) {
      long alike = Math.min(batch, values - drawn.total());
      int bin = rest.binOf(random.nextLong(rest.total()));
      // If a bin has fewer values than a batch, adds values to keep the balance.
      rest.add(bin, -Math.min(alike, rest.below(bin + 1) - rest.below(bin)));
      drawn.add(bin, alike);
    }
    return drawn;
  }

  private static double distance(LogHistogram before, LogHistogram after, int shift) {
    double greatest = 0;
    double slack = 1.0 / after.total();
    long[] upToBefore = before.upToEach();
    long[] upToAfter = after.upToEach();
    for (int bin = 0; bin < LogHistogram.BINS; bin++) {
      int shifted = bin + shift;
      long upTo = shifted < 0 ? 0 : upToAfter[Math.min(shifted, LogHistogram.BINS - 1)];
      double expected = (double) upToBefore[bin] / before.total();
      double found = (double) upTo / after.total();
      double off = Math.abs(found - expected) / Math.sqrt(expected * (1 - expected) + slack);
      greatest = Math.max(greatest, off);
    }
    return greatest;
  }
}
