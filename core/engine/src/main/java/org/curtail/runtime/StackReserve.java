package org.curtail.runtime;

/**
 * Checks the room on the stack of a caller's thread. A caller near the end of its stack gets its
 * {@link StackOverflowError} here, before the engine has changed anything.
 */
final class StackReserve {
  /** Number of levels, of some 450 bytes each. In tests, half of this number is too small. */
  private static final int LEVELS_TO_CHANGE = 16;

  private static final int LEVELS_TO_SERVE = 24;

  private StackReserve() {}

  /**
   * Checks the room for a change of the engine's state.
   *
   * @throws StackOverflowError if there is too little room
   */
  static void toChange() {
    reserve(LEVELS_TO_CHANGE);
  }

  /**
   * Checks the room for a request that this thread serves itself.
   *
   * @throws StackOverflowError if there is too little room
   */
  static void toServe() {
    reserve(LEVELS_TO_SERVE);
  }

  private static void reserve(int levels) {
    descend(
        levels, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23,
        24, 25, 26, 27, 28, 29, 30, 31, 32);
  }

  /** Uses all arguments after the inner call, so that each level keeps them on the stack. */
  private static long descend(
      int levels,
      long a0,
      long a1,
      long a2,
      long a3,
      long a4,
      long a5,
      long a6,
      long a7,
      long a8,
      long a9,
      long a10,
      long a11,
      long a12,
      long a13,
      long a14,
      long a15,
      long a16,
      long a17,
      long a18,
      long a19,
      long a20,
      long a21,
      long a22,
      long a23,
      long a24,
      long a25,
      long a26,
      long a27,
      long a28,
      long a29,
      long a30,
      long a31) {
    if (levels == 0) {
      return a0;
    }
    long z =
        descend(
            levels - 1,
            a1,
            a2,
            a3,
            a4,
            a5,
            a6,
            a7,
            a8,
            a9,
            a10,
            a11,
            a12,
            a13,
            a14,
            a15,
            a16,
            a17,
            a18,
            a19,
            a20,
            a21,
            a22,
            a23,
            a24,
            a25,
            a26,
            a27,
            a28,
            a29,
            a30,
            a31,
            a0);
    return (a0 ^ z) + (a1 ^ z) + (a2 ^ z) + (a3 ^ z) + (a4 ^ z) + (a5 ^ z) + (a6 ^ z) + (a7 ^ z)
        + (a8 ^ z) + (a9 ^ z) + (a10 ^ z) + (a11 ^ z) + (a12 ^ z) + (a13 ^ z) + (a14 ^ z)
        + (a15 ^ z) + (a16 ^ z) + (a17 ^ z) + (a18 ^ z) + (a19 ^ z) + (a20 ^ z) + (a21 ^ z)
        + (a22 ^ z) + (a23 ^ z) + (a24 ^ z) + (a25 ^ z) + (a26 ^ z) + (a27 ^ z) + (a28 ^ z)
        + (a29 ^ z) + (a30 ^ z) + (a31 ^ z);
  }
}
