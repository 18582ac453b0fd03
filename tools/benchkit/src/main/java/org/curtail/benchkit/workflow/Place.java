package org.curtail.benchkit.workflow;

/**
 * A place of random choices: a request, a stage in it, a call, an attempt. The choices follow from
 * the seed and the place alone, so they are the same for all contenders, whatever they send and
 * when.
 *
 * @param key mixed from the seed and the path to this place
 * @param inCopy true if it lies within a copy sent by a caller
 */
record Place(long key, boolean inCopy) {
  private static final long GOLDEN = 0x9e3779b97f4a7c15L;

  /** A request of a trace. */
  static Place ofRequest(long seed, int request) {
    return new Place(mixed(mixed(seed) + request), false);
  }

  /** A part of this place. */
  Place at(int part) {
    return new Place(mixed(key + GOLDEN * (part + 1L)), inCopy);
  }

  /** The place of the calls within an attempt. */
  Place within(int attempt) {
    Place inside = at(attempt);
    return new Place(inside.key, inCopy || attempt > 0);
  }

  /**
   * A uniform random number from 0 on.
   *
   * @param count of possible numbers, at least 1
   */
  int index(int count) {
    return (int) (((key >>> 32) * count) >>> 32);
  }

  /** The finaliser of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014). */
  private static long mixed(long value) {
    long z = value + GOLDEN;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}
