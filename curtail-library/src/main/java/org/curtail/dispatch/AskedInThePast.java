package org.curtail.dispatch;

import org.curtail.Decision;
import org.curtail.Policy;
import org.curtail.Progress;

/**
 * The mistake of a policy that wants to be asked again at a time that has passed, as one does that
 * takes {@link Decision#askAgainNanos} for a duration. It would be asked all the time.
 */
public final class AskedInThePast {
  private AskedInThePast() {}

  /** Whether a decision wants to be asked again not later than now. */
  public static boolean is(Decision decision, Progress running) {
    return decision.askAgainNanos() <= running.executionNanos();
  }

  /** What is wrong with such a decision, and what was expected. */
  public static String message(Policy policy, Decision decision, Progress running) {
    return "policy %s: askAgainNanos must be an execution time that is still to come, more than the %,d ns that the request has run, or Decision.NEVER; it is a point in time, not a duration: %,d"
        .formatted(policy, running.executionNanos(), decision.askAgainNanos());
  }
}
