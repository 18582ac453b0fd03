package org.curtail.reissue.times;

/**
 * Buckets of times whose width is a share of their times. They are cut where the binary form of a
 * number changes in one of its first digits, so that no logarithm decides and every machine cuts
 * alike. A bucket is open below and closed above, and is represented by its upper end. Two
 * neighbours of one width make one of the next.
 *
 * <p>{@code shift} is the number of ignored binary digits, of 52 after the point; more than 52 put
 * several powers of two together.
 */
public final class TimeBuckets {
  private static final int DIGITS = 52;
  private static final int MOST_DIGITS = 20;
  private static final long GREATEST = Double.doubleToRawLongBits(Double.MAX_VALUE);

  /** With this shift there are three buckets: 0, times up to 2, and longer ones. */
  public static final int MOST_SHIFT = 62;

  private TimeBuckets() {}

  /**
   * Returns the shift of the widest buckets up to this width.
   *
   * @param relativeError from 2^-20 to 1
   */
  public static int shiftFor(double relativeError) {
    if (!(relativeError >= width(DIGITS - MOST_DIGITS) && relativeError <= 1)) {
      throw new IllegalArgumentException(
          "relativeError must be from 2^-20, about 1e-6, to 1: " + relativeError);
    }
    int shift = DIGITS;
    while (width(shift) > relativeError) {
      shift--;
    }
    return shift;
  }

  /** Returns the greatest relative distance of a time from the upper end of its bucket. */
  public static double width(int shift) {
    return shift <= DIGITS
        ? Math.scalb(1.0, shift - DIGITS)
        : Math.scalb(1.0, 1 << (shift - DIGITS)) - 1;
  }

  /** Returns the bucket of a time: -1 for 0, then ascending with the times. */
  public static long bucket(double millis, int shift) {
    if (!(millis >= 0) || millis == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException("a time must be finite and at least 0: " + millis);
    }
    // Adding 0 turns -0 into 0. Numbers from 0 up are ordered as their bits are.
    return (Double.doubleToRawLongBits(millis + 0.0) - 1) >> shift;
  }

  /** Returns the upper end of a bucket, which represents it. */
  public static double millis(long bucket, int shift) {
    long bits = (bucket + 1) << shift;
    // Less than 0 if the last bucket of wide ones ends beyond all numbers.
    return bits < 0 || bits > GREATEST ? Double.MAX_VALUE : Double.longBitsToDouble(bits);
  }
}
