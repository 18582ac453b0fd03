package org.curtail.policies;

import java.util.Locale;
import org.curtail.Policy;

/** How many threads a policy may want: a mistyped number must not bring a machine down. */
public final class ThreadLimit {
  /** More than this are a mistake, even where threads wait most of the time. */
  public static final int MOST_PER_CORE = 64;

  private ThreadLimit() {}

  /**
   * Rejects a policy that would start more threads than a machine should have to bear.
   *
   * @param name of the policy, for the message
   * @param cores that it would serve with, at least 1
   * @throws IllegalArgumentException if it would
   */
  public static void check(String name, Policy policy, int cores) {
    int wanted = policy.threads(cores);
    int threads = wanted == Policy.UNLIMITED ? policy.maxDegree() : wanted;
    if (threads > (long) MOST_PER_CORE * cores) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "'%s' wants %,d threads on %d cores, expected at most %d per core",
              name,
              threads,
              cores,
              MOST_PER_CORE));
    }
  }
}
