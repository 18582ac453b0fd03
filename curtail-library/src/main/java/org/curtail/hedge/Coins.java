package org.curtail.hedge;

/**
 * Chance as a function of a seed, the number of a call and what is to be decided: the output
 * function of SplitMix64 (Steele, Lea, Flood, OOPSLA'14). No state, so threads do not meet.
 */
final class Coins {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private Coins() {}

  /** The coin of a call. */
  static long of(long seed, long call) {
    return mix(seed + GOLDEN * (call + 1));
  }

  /**
   * What a coin says about one of its questions.
   *
   * @return from 0, included, to 1, excluded
   */
  static double share(long coin, int question) {
    return (mix(coin + GOLDEN * (question + 1)) >>> 11) * 0x1p-53;
  }

  private static long mix(long value) {
    long z = value;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
