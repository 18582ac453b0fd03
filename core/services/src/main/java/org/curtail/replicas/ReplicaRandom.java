package org.curtail.replicas;

import org.curtail.reissue.live.SplitMix;

/**
 * Random numbers as functions of a position ({@link SplitMix}). Each copy of each request has its
 * own numbers, independent of other draws, so all policies get the same numbers. Immutable.
 */
final class ReplicaRandom {
  /** Greatest number of attempts of a call. */
  static final int ATTEMPTS = 1 << 6;

  private final long base;

  /**
   * Creates a sequence of numbers.
   *
   * @param seed seed of all sequences
   * @param purpose use of the numbers; each use has another sequence
   */
  ReplicaRandom(long seed, Purpose purpose) {
    base = SplitMix.seed(seed, purpose.number);
  }

  /** Uses of random numbers. */
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

  /** Returns the number at a position: from 0 to less than 1. */
  double unit(long place) {
    return SplitMix.unit(base, place);
  }

  /** Returns the number for an attempt of a call: from 0 to less than 1. */
  double unit(int call, int attempt) {
    return unit((long) call * ATTEMPTS + attempt);
  }

  /** Returns a whole number for an attempt of a call: from 0 to less than a bound. */
  int below(int bound, int call, int attempt) {
    return (int) (unit(call, attempt) * bound);
  }

  /** Returns a seed for another generator. */
  long bits(long place) {
    return SplitMix.bits(base, place);
  }

  /** Returns an exponential number with mean 1, the same bits on every machine. */
  double exponential(long place) {
    return -StrictMath.log1p(-unit(place));
  }
}
