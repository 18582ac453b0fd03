package org.curtail.reissue.times;

/**
 * Buckets of times with a width in proportion to the times. A bucket ends where one of the first
 * binary digits of a number changes. So no logarithm is needed, and all machines get the same
 * buckets. A bucket excludes its lower end and includes its upper end, which represents it. Two
 * neighbours of one width form one bucket of the next width.
 *
 * <p>A time has 52 binary digits after the point; the last {@code shift} of them are ignored. A
 * shift above 52 joins several powers of two.
 */
public final class TimeBuckets {
  private static final int DIGITS = 52;
  private static final int MOST_DIGITS = 20;
  private static final long GREATEST = Double.doubleToRawLongBits(Double.MAX_VALUE);

  /** Greatest shift, with three buckets: 0, times up to 2, and longer times. */
  public static final int MOST_SHIFT = 62;

  private TimeBuckets() {}

  /**
   * Returns the shift of the widest buckets that are not wider than this.
   *
   * @param relativeError greatest width, from 2^-20 to 1
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

  /** Returns the bucket of a time: -1 for 0, then ascending. */
  public static long bucket(double millis, int shift) {
    if (!(millis >= 0) || millis == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException("a time must be finite and at least 0: " + millis);
    }
    // Adding 0 turns -0 into 0. Numbers of at least 0 have the order of their bits.
    return (Double.doubleToRawLongBits(millis + 0.0) - 1) >> shift;
  }

  /** Returns the upper end of a bucket. */
  public static double millis(long bucket, int shift) {
    long bits = (bucket + 1) << shift;
    // Negative if a wide bucket ends beyond all numbers.
    return bits < 0 || bits > GREATEST ? Double.MAX_VALUE : Double.longBitsToDouble(bits);
  }
}
