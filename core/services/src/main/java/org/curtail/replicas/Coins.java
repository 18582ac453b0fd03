package org.curtail.replicas;

import org.curtail.reissue.live.SplitMix;

/**
 * Random numbers by their place instead of by their turn ({@link SplitMix}). So each copy of each
 * request has its own numbers, which do not depend on what else was drawn: all policies meet the
 * same. Immutable.
 */
final class Coins {
  /** Attempts of a call that have numbers of their own. */
  static final int ATTEMPTS = 1 << 6;

  private final long base;

  /**
   * A sequence of numbers.
   *
   * @param seed of all of them
   * @param purpose what they are for; each has others
   */
  Coins(long seed, Purpose purpose) {
    base = SplitMix.seed(seed, purpose.number);
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
    ARRIVAL(9),
    GUARD(10);

    private final int number;

    Purpose(int number) {
      this.number = number;
    }
  }

  /** The number at a place: from 0 to less than 1. */
  double unit(long place) {
    return SplitMix.unit(base, place);
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
    return SplitMix.bits(base, place);
  }

  /** Exponentially distributed with mean 1, the same bits on every machine. */
  double exponential(long place) {
    return -StrictMath.log1p(-unit(place));
  }
}
