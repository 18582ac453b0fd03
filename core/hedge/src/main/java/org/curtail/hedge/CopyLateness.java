package org.curtail.hedge;

import java.util.Arrays;
import org.curtail.hedge.CallSample.SampledAttempt;
import org.curtail.reissue.live.AttemptObservations.End;

/**
 * Compares copies with first attempts, to tell one slow replica from slowness everywhere. A copy is
 * late if it takes longer than the delay of the plan. If one replica is slow, few copies are late,
 * as they go to other replicas. If all replicas are slow, copies are late as often as first
 * attempts. Most losing copies are cancelled before the delay, so the late share is estimated
 * (Kaplan-Meier) in sixteenths of the delay. Only copies of the present slow period count, and
 * older copies count less. For one thread.
 */
final class CopyLateness {
  /**
   * Weight of an observation after one step of about a second: after five seconds it counts half.
   */
  private static final double KEPT = Math.pow(0.5, 0.2);

  /** Steps before a verdict. Fast copies end first, so an early verdict would miss slow copies. */
  private static final int LEAST_STEPS = 3;

  private static final int PARTS = 16;
  private static final double LEAST_COPIES = 10;
  private static final double MUCH_BETTER = 0.5;

  private final double[] answered = new double[PARTS];
  private final double[] cancelled = new double[PARTS];
  private double late;
  private int steps;

  /**
   * Forgets all copies. Called while calls are not slow, as copies then say nothing about a slow
   * period.
   */
  void forget() {
    Arrays.fill(answered, 0);
    Arrays.fill(cancelled, 0);
    late = 0;
    steps = 0;
  }

  /** Ages the observations by a second. */
  void step() {
    steps++;
    for (int i = 0; i < PARTS; i++) {
      answered[i] *= KEPT;
      cancelled[i] *= KEPT;
    }
    late *= KEPT;
  }

  /** Records a copy that was answered, failed, or was cancelled. */
  void seen(SampledAttempt copy, double delayMillis) {
    double share = copy.nanos() / (delayMillis * 1e6);
    if (!(share <= 1)) {
      late++;
      return;
    }
    int part = Math.min((int) (share * PARTS), PARTS - 1);
    if (copy.end() == End.ANSWERED) {
      answered[part]++;
    } else {
      cancelled[part]++;
    }
  }

  /**
   * True if copies are late much less often than first attempts.
   *
   * @param lateShare share of first attempts that take longer than the delay
   */
  boolean isMuchBetter(double lateShare) {
    double atRisk = late;
    for (int i = 0; i < PARTS; i++) {
      atRisk += answered[i] + cancelled[i];
    }
    if (atRisk < LEAST_COPIES || steps < LEAST_STEPS) {
      return false;
    }
    double longer = 1;
    for (int i = 0; i < PARTS; i++) {
      // Half of the cancelled copies count: the others were cancelled before answers in this part.
      double seen = atRisk - cancelled[i] / 2;
      longer *= seen > 0 ? Math.max(1 - answered[i] / seen, 0) : 1;
      atRisk -= answered[i] + cancelled[i];
    }
    return longer <= MUCH_BETTER * lateShare;
  }
}
