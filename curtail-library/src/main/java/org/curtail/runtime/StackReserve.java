package org.curtail.runtime;

/**
 * Room on the stack of a thread that is not the engine's. Whoever calls from near the end of its
 * stack gets its {@link StackOverflowError} here, before the engine has changed anything, instead
 * of in the middle of a change.
 */
final class StackReserve {
  /** Some kilobytes: several times what the engine itself uses below a call. */
  private static final int LEVELS = 64;

  private StackReserve() {}

  /**
   * Uses as much of the stack as the engine may need, and gives it back.
   *
   * @throws StackOverflowError if there is not so much left
   */
  static void ensure() {
    if (descend(LEVELS, 1, 1) == 0) {
      throw new AssertionError("counts from 1");
    }
  }

  /** The arguments are needed after the call, so that each level keeps them on the stack. */
  private static long descend(int levels, long one, long other) {
    return levels == 0 ? one : descend(levels - 1, one + other, one) + (other & 1);
  }
}
