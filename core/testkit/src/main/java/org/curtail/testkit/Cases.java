package org.curtail.testkit;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Property tests: a check runs on many random cases, and a failure names the seed that repeats it.
 */
public final class Cases {
  private static final boolean IS_LONG = Boolean.getBoolean("curtail.long");

  private Cases() {}

  /**
   * Returns the number of cases of this build: fewer by default, all of them with {@code -Dlong}.
   */
  public static int count(int byDefault, int all) {
    return IS_LONG ? all : byDefault;
  }

  /** Draws a case from the generator and asserts what must hold for it. */
  @FunctionalInterface
  public interface Check {
    void on(RandomGenerator random) throws Exception;
  }

  /** Runs a check on {@code count} cases, each with a generator of its own. */
  public static void random(long seed, int count, Check check) {
    for (long i = 0; i < count; i++) {
      one(seed + i, check);
    }
  }

  /** Runs a check on the one case that a failure has named. */
  public static void one(long seed, Check check) {
    try {
      check.on(new SplittableRandom(seed));
    } catch (AssertionError | Exception failure) {
      throw new AssertionError(
          "repeat this failure with Cases.one(" + seed + "L, ...): " + failure.getMessage(),
          failure);
    }
  }
}
