package org.curtail.hedge;

import java.util.Arrays;
import org.curtail.hedge.SeenCalls.SeenAttempt;
import org.curtail.reissue.live.AttemptObservations.End;

/**
 * Whether copies fare better than first attempts. If a replica is slow, they do, for they go
 * elsewhere; if all are slow, they are late as often: take longer than the delay of the plan, from
 * when they were sent themselves. Most that lose are given up before that, so the share is
 * estimated as by Kaplan and Meier, in sixteenths of the delay. Only copies of the time in question
 * count, and what is older counts less. For one thread.
 */
final class CopiesFare {
  /** A step is about a second: what was seen five seconds ago counts half. */
  private static final double KEPT = Math.pow(0.5, 0.2);

  /** The quick copies end first: until others could have, nothing is said. */
  private static final int LEAST_STEPS = 3;

  private static final int PARTS = 16;
  private static final double LEAST_COPIES = 10;
  private static final double MUCH_BETTER = 0.5;

  private final double[] answered = new double[PARTS];
  private final double[] givenUp = new double[PARTS];
  private double late;
  private int steps;

  /** Calls are not slow: how copies fare now says nothing of a time when they are. */
  void forget() {
    Arrays.fill(answered, 0);
    Arrays.fill(givenUp, 0);
    late = 0;
    steps = 0;
  }

  /** A second has passed. */
  void step() {
    steps++;
    for (int i = 0; i < PARTS; i++) {
      answered[i] *= KEPT;
      givenUp[i] *= KEPT;
    }
    late *= KEPT;
  }

  /** A copy was answered, failed, or was given up. */
  void seen(SeenAttempt copy, double delayMillis) {
    double share = copy.nanos() / (delayMillis * 1e6);
    if (!(share <= 1)) {
      late++;
      return;
    }
    int part = Math.min((int) (share * PARTS), PARTS - 1);
    if (copy.end() == End.ANSWERED) {
      answered[part]++;
    } else {
      givenUp[part]++;
    }
  }

  /**
   * Whether they are late much more seldom.
   *
   * @param lateShare share of first attempts that take longer than the delay
   */
  boolean isMuchBetter(double lateShare) {
    double atRisk = late;
    for (int i = 0; i < PARTS; i++) {
      atRisk += answered[i] + givenUp[i];
    }
    if (atRisk < LEAST_COPIES || steps < LEAST_STEPS) {
      return false;
    }
    double longer = 1;
    for (int i = 0; i < PARTS; i++) {
      // Who is given up in the same part may have been so before the others answered.
      double seen = atRisk - givenUp[i] / 2;
      longer *= seen > 0 ? Math.max(1 - answered[i] / seen, 0) : 1;
      atRisk -= answered[i] + givenUp[i];
    }
    return longer <= MUCH_BETTER * lateShare;
  }
}
