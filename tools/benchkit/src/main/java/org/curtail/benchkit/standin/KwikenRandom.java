package org.curtail.benchkit.standin;

import java.util.SplittableRandom;

/** Random numbers, the same bits on every machine. */
public final class KwikenRandom {
  private final SplittableRandom random;

  public KwikenRandom(long seed) {
    random = new SplittableRandom(seed);
  }

  /** Returns an independent sequence for a purpose. */
  public static KwikenRandom of(long seed, long purpose, long place) {
    // The generator mixes its seeds, so different seeds suffice.
    long mixed = new SplittableRandom(seed * 1_000_003 + purpose).nextLong();
    return new KwikenRandom(mixed + place);
  }

  /** Returns a number from 0 to less than 1. */
  public double unit() {
    return random.nextDouble();
  }

  /** Returns a number above 0, at most 1. */
  public double positive() {
    return 1 - random.nextDouble();
  }

  /** Returns a whole number from 0 to less than the bound. */
  public int below(int bound) {
    return random.nextInt(bound);
  }

  /** Returns a standard normal number, by Box and Muller. */
  public double normal() {
    double radius = StrictMath.sqrt(-2 * StrictMath.log(positive()));
    return radius * StrictMath.cos(2 * Math.PI * unit());
  }

  /** Returns a number between both bounds, with a uniform logarithm. */
  public double logUniform(double least, double most) {
    return least * StrictMath.pow(most / least, unit());
  }
}
