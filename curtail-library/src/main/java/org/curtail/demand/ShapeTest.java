package org.curtail.demand;

import java.util.SplittableRandom;

/**
 * Tells whether values changed by one factor or in their shape. Both samples are put on their
 * medians; then their distance is compared with that of samples of the same sizes drawn from both
 * together. It is looked at four times, at a quarter of the stated error each: of changes by one
 * factor, at most {@value #ERROR_PERCENT} % are called another shape, as far as the medians are
 * known.
 *
 * <p>The distance is that of Kolmogorov and Smirnov, weighted so that tails count as much as the
 * middle (Anderson and Darling, 1952).
 */
final class ShapeTest {
  static final int FIRST_LOOK = 100;
  static final int LAST_LOOK = 800;

  /** Fewer values before the change say nothing about its shape. */
  static final int LEAST_BEFORE = 50;

  static final int ERROR_PERCENT = 5;

  private static final int LOOKS = 4;
  private static final int DRAWS = 199;

  private ShapeTest() {}

  /** Whether it is time to look, after so many values. */
  static boolean isLook(long values) {
    return values >= FIRST_LOOK
        && values <= LAST_LOOK
        && values % FIRST_LOOK == 0
        && Long.bitCount(values / FIRST_LOOK) == 1;
  }

  /** Whether the shape is another one. */
  static boolean isReshaped(LogHistogram before, LogHistogram after, SplittableRandom random) {
    int shift = after.median() - before.median();
    double distance = distance(before, after, shift);
    var all = new LogHistogram(before);
    long[] upTo = after.upToEach();
    for (int bin = 0; bin < LogHistogram.BINS; bin++) {
      long found = upTo[bin] - (bin == 0 ? 0 : upTo[bin - 1]);
      if (found > 0) {
        all.add(Math.clamp(bin - (long) shift, 0, LogHistogram.BINS - 1), found);
      }
    }
    int asFar = 1;
    for (int draw = 0; draw < DRAWS; draw++) {
      var rest = new LogHistogram(all);
      var drawn = new LogHistogram();
      for (long i = 0; i < after.total(); i++) {
        int bin = rest.binOf(random.nextLong(rest.total()));
        rest.add(bin, -1);
        drawn.add(bin, 1);
      }
      asFar += distance(rest, drawn, drawn.median() - rest.median()) >= distance ? 1 : 0;
    }
    return asFar * 100L * LOOKS <= (long) ERROR_PERCENT * (DRAWS + 1);
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
