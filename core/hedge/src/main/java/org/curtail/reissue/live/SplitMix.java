package org.curtail.reissue.live;

/**
 * Random numbers as pure functions of a seed and a position: the output function of SplitMix64
 * (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014). The order of
 * calls does not matter. So threads need no lock, and simulations give all policies the same
 * requests.
 */
public final class SplitMix {
  private static final long GAMMA = 0x9E3779B97F4A7C15L;

  private SplitMix() {}

  private static long mix(long value) {
    long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /**
   * Returns the 64 bits at a place of a sequence. The bits may be the seed of another sequence.
   *
   * @param seed seed of the sequence
   * @param place position from 0
   */
  public static long bits(long seed, long place) {
    return mix(seed + (place + 1) * GAMMA);
  }

  /**
   * Returns the number at a place of a sequence.
   *
   * @return from 0, included, to 1, excluded, in steps of 2<sup>-53</sup>
   */
  public static double unit(long seed, long place) {
    return (bits(seed, place) >>> 11) * 0x1p-53;
  }

  /** Returns a seed for the numbers of one purpose. */
  public static long seed(long seed, int purpose) {
    return mix(mix(seed) + purpose * GAMMA);
  }
}
