package org.curtail.hedge;

import org.curtail.hedge.SeenCalls.SeenAttempt;
import org.curtail.reissue.AttemptObservations.End;

/**
 * Whether copies fare better than first attempts. If a replica is slow, they do, for they go
 * elsewhere; if all are, they are late as often. Counts the copies that were late themselves, by
 * the delay of the plan; who was given up before says nothing. What is older counts less. For one
 * thread.
 */
final class CopiesFare {
  /** A step is about a second: what was seen ten seconds ago counts half. */
  private static final double KEPT = Math.pow(0.5, 0.1);

  private static final double LEAST_COPIES = 10;
  private static final double MUCH_BETTER = 0.5;

  private double copies;
  private double late;

  /** A second has passed. */
  void step() {
    copies *= KEPT;
    late *= KEPT;
  }

  /** A copy was answered, failed, or was given up. */
  void seen(SeenAttempt copy, double delayMillis) {
    boolean isLate = copy.nanos() > delayMillis * 1e6;
    if (isLate || copy.end() != End.CANCELLED) {
      copies++;
      late += isLate || copy.end() == End.FAILED ? 1 : 0;
    }
  }

  /**
   * Whether they are late much more seldom.
   *
   * @param lateShare share of first attempts that take longer than the delay
   */
  boolean isMuchBetter(double lateShare) {
    return copies >= LEAST_COPIES && late / copies <= MUCH_BETTER * lateShare;
  }
}
