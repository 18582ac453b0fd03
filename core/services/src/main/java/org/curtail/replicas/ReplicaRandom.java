package org.curtail.replicas;

import org.curtail.reissue.live.SplitMix;

/**
 * Random numbers by position instead of by turn ({@link SplitMix}). Each copy of each request has
 * numbers of its own, independent of other draws, so all policies get the same. Immutable.
 */
final class ReplicaRandom {
  /** Number of attempts of a call with numbers of their own. */
  static final int ATTEMPTS = 1 << 6;

  private final long base;

  /**
   * Creates a sequence of numbers.
   *
   * @param seed seed of all sequences
   * @param purpose use of the numbers; each has others
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

  /** Returns the number at a place: from 0 to less than 1. */
  double unit(long place) {
    return SplitMix.unit(base, place);
  }

  /** Returns the number of an attempt of a call: from 0 to less than 1. */
  double unit(int call, int attempt) {
    return unit((long) call * ATTEMPTS + attempt);
  }

  /** Returns a whole number of an attempt of a call: from 0 to less than a bound. */
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
