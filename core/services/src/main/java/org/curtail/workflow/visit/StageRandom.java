package org.curtail.workflow.visit;

/**
 * Random numbers by position: SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number
 * generators", OOPSLA 2014), evaluated at any position. Each attempt of each call has numbers of
 * its own. Other draws do not change them. Immutable.
 */
public final class StageRandom {
  private static final long GAMMA = 0x9E3779B97F4A7C15L;

  /** Value of {@code inside} for calls that are not within a copy. */
  public static final long NO_COPY = 0;

  private final long base;

  /**
   * Creates a sequence of numbers.
   *
   * @param seed seed of all sequences
   * @param stage index of the stage that uses them
   * @param purpose use of the numbers; each use has other numbers
   */
  public StageRandom(long seed, int stage, Purpose purpose) {
    base = mix(mix(seed) + ((long) stage * Purpose.MOST + purpose.number) * GAMMA);
  }

  /** Uses of random numbers. */
  public enum Purpose {
    FIRST(1),
    SECOND(2),
    COIN(3),
    TRACE(4),
    LAW(5),
    GRAPH(6),
    SAMPLE(7),
    SECOND_SAMPLE(8),
    NOISE(9),
    SECOND_NOISE(10);

    private static final int MOST = 10;

    private final int number;

    Purpose(int number) {
      this.number = number;
    }
  }

  private static long mix(long value) {
    long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /**
   * Returns the value of {@code inside} for calls within a copy of a stage. Calls within its
   * original visit have other numbers.
   *
   * @param inside value of {@code inside} for the call of the stage itself
   * @param stage index of the stage
   */
  public static long withinCopy(long inside, int stage) {
    return mix(inside + (stage + 1) * GAMMA);
  }

  private long bits(long place, long inside) {
    return mix(base + inside + (place + 1) * GAMMA);
  }

  /**
   * Returns the random number of a call, from 0 to less than 1.
   *
   * @param place position of the call among those of its stage
   * @param inside {@link #NO_COPY}, or the value of the copy around the call
   */
  public double unit(long place, long inside) {
    return (bits(place, inside) >>> 11) * 0x1p-53;
  }

  /** Returns a normal number with mean 0 and standard deviation 1 (Box and Muller). */
  public double normal(long place) {
    double radius = Math.sqrt(-2 * StrictMath.log(1 - unit(place, 0)));
    return radius * StrictMath.cos(2 * Math.PI * unit(place, 1));
  }

  /** Returns a uniformly distributed number between two bounds; the upper bound is exclusive. */
  public double between(double least, double most, long place) {
    return least + unit(place, 0) * (most - least);
  }

  /** Returns a whole number of a call: from 0 to less than a bound. */
  public int below(int bound, long place, long inside) {
    return (int) Math.unsignedMultiplyHigh(bits(place, inside), bound);
  }
}
