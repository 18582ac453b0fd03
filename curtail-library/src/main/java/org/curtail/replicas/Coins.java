package org.curtail.replicas;

/**
 * Random numbers by their place instead of by their turn: SplitMix64 (Steele, Lea, Flood, "Fast
 * splittable pseudorandom number generators", OOPSLA 2014) asked at any position. So each copy of
 * each request has its own numbers, which do not depend on what else was drawn: all policies meet
 * the same. Immutable.
 */
final class Coins {
  /** Attempts of a call that have numbers of their own. */
  static final int ATTEMPTS = 1 << 6;

  private static final long GAMMA = 0x9E3779B97F4A7C15L;

  private final long base;

  /**
   * A sequence of numbers.
   *
   * @param seed of all of them
   * @param purpose what they are for; each has others
   */
  Coins(long seed, Purpose purpose) {
    base = mix(mix(seed) + purpose.number * GAMMA);
  }

  /** What numbers are for. */
  enum Purpose {
    SERVICE(1),
    COUPLING(2),
    REISSUE(3),
    REPLICA(4),
    OTHER_REPLICA(5),
    PROBE(6),
    PAUSE_GAP(7),
    PAUSE_LENGTH(8),
    ARRIVAL(9);

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

  /** The number at a place: from 0 to less than 1. */
  double unit(long place) {
    return (bits(place) >>> 11) * 0x1p-53;
  }

  /** The number of an attempt of a call: from 0 to less than 1. */
  double unit(int call, int attempt) {
    return unit((long) call * ATTEMPTS + attempt);
  }

  /** A whole number of an attempt of a call: from 0 to less than a bound. */
  int below(int bound, int call, int attempt) {
    return (int) (unit(call, attempt) * bound);
  }

  /** A seed for others. */
  long bits(long place) {
    return mix(base + (place + 1) * GAMMA);
  }

  /** Exponentially distributed with mean 1, the same bits on every machine. */
  double exponential(long place) {
    return -StrictMath.log1p(-unit(place));
  }
}
