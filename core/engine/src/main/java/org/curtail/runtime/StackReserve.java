package org.curtail.runtime;

/**
 * Room on the stack of a thread that is not the engine's. Whoever calls from near the end of its
 * stack gets its {@link StackOverflowError} here, before the engine has changed anything, instead
 * of in the middle of a change.
 */
final class StackReserve {
  /** Each level takes some 230 bytes. Half as many are too few in tests. */
  private static final int LEVELS_TO_CHANGE = 32;

  private static final int LEVELS_TO_SERVE = 48;

  private StackReserve() {}

  /**
   * Uses as much of the stack as a change of the engine's state may need, and gives it back.
   *
   * @throws StackOverflowError if there is not so much left
   */
  static void toChange() {
    descend(LEVELS_TO_CHANGE, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
  }

  /**
   * As {@link #toChange}, for what a request needs that this thread serves itself.
   *
   * @throws StackOverflowError if there is not so much left
   */
  static void toServe() {
    descend(LEVELS_TO_SERVE, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
  }

  /** All arguments are needed after the call, so that each level keeps them. */
  private static long descend(
      int levels,
      long a,
      long b,
      long c,
      long d,
      long e,
      long f,
      long g,
      long h,
      long i,
      long j,
      long k,
      long l,
      long m,
      long n,
      long o,
      long p) {
    if (levels == 0) {
      return a;
    }
    long z = descend(levels - 1, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, a);
    return (a ^ z) + (b ^ z) + (c ^ z) + (d ^ z) + (e ^ z) + (f ^ z) + (g ^ z) + (h ^ z) + (i ^ z)
        + (j ^ z) + (k ^ z) + (l ^ z) + (m ^ z) + (n ^ z) + (o ^ z) + (p ^ z);
  }
}
