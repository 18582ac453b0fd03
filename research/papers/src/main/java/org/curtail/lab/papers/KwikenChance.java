package org.curtail.lab.papers;

import java.util.SplittableRandom;

/** Numbers by chance, the same bits on every machine. */
final class KwikenChance {
  private final SplittableRandom random;

  KwikenChance(long seed) {
    random = new SplittableRandom(seed);
  }

  /** Others, which do not depend on how many this one has given. */
  static KwikenChance of(long seed, long purpose, long place) {
    // The generator's own seeds are mixed; these only have to differ.
    long mixed = new SplittableRandom(seed * 1_000_003 + purpose).nextLong();
    return new KwikenChance(mixed + place);
  }

  /** From 0 to less than 1. */
  double unit() {
    return random.nextDouble();
  }

  /** Above 0, at most 1. */
  double positive() {
    return 1 - random.nextDouble();
  }

  /** From 0 to less than the bound. */
  int below(int bound) {
    return random.nextInt(bound);
  }

  /** Standard normal, by Box and Muller. */
  double normal() {
    double radius = StrictMath.sqrt(-2 * StrictMath.log(positive()));
    return radius * StrictMath.cos(2 * Math.PI * unit());
  }

  /** Between both ends, the logarithm uniform. */
  double logUniform(double least, double most) {
    return least * StrictMath.pow(most / least, unit());
  }
}
