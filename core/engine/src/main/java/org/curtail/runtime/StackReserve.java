package org.curtail.runtime;

/**
 * Room on the stack of a thread that is not the engine's. Whoever calls from near the end of its
 * stack gets its {@link StackOverflowError} here, before the engine has changed anything, instead
 * of in the middle of a change.
 */
final class StackReserve {
  /** A few kilobytes: more than the engine uses to take a request in or to end one. */
  private static final int LEVELS_TO_CHANGE = 128;

  /** More than the engine uses to serve a request on the caller's own thread. */
  private static final int LEVELS_TO_SERVE = 320;

  private StackReserve() {}

  /**
   * Uses as much of the stack as a change of the engine's state may need, and gives it back.
   *
   * @throws StackOverflowError if there is not so much left
   */
  static void toChange() {
    descend(LEVELS_TO_CHANGE, 1, 1);
  }

  /**
   * As {@link #toChange}, for what a request needs that this thread serves itself.
   *
   * @throws StackOverflowError if there is not so much left
   */
  static void toServe() {
    descend(LEVELS_TO_SERVE, 1, 1);
  }

  /** An argument is needed after the call, so that each level keeps it: some 25 bytes, compiled. */
  private static long descend(int levels, long one, long other) {
    return levels == 0 ? one : descend(levels - 1, one + other, one) + (other & 1);
  }
}
