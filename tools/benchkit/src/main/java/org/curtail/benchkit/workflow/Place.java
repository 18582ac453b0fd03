package org.curtail.benchkit.workflow;

/**
 * A place of random choices: a request, a visit of a stage, a call, or an attempt. The choices
 * follow from the seed and the place alone, so they are the same for all contenders.
 *
 * @param key mixed from the seed and the path to this place
 * @param inCopy true if the place is within a copy of a caller
 */
record Place(long key, boolean inCopy) {
  private static final long GOLDEN = 0x9e3779b97f4a7c15L;

  /** Returns the place of a request. */
  static Place ofRequest(long seed, int request) {
    return new Place(mixed(mixed(seed) + request), false);
  }

  /** Returns the place of a part of this place. */
  Place at(int part) {
    return new Place(mixed(key + GOLDEN * (part + 1L)), inCopy);
  }

  /** Returns the place of the calls within an attempt. */
  Place within(int attempt) {
    Place inside = at(attempt);
    return new Place(inside.key, inCopy || attempt > 0);
  }

  /**
   * Returns a uniform random number: 0 to {@code count - 1}.
   *
   * @param count number of possible values: at least 1
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
