package org.curtail.plan;

import java.util.Arrays;
import java.util.List;
import org.curtail.Profile;

/**
 * One run of the search: plain enumeration of when each phase ends. Facts used, with W the mean of
 * threads times milliseconds, T the mean and tau the tail of the execution times, none of which
 * depends on load q or admission delay v0:
 *
 * <ul>
 *   <li>total average parallelism is q W / (v0 + T), so the least feasible v0 is q W / P - T,
 *       rounded up to the grid; a longer one only adds to tail and mean;
 *   <li>a schedule matters only if v0 + tau does not exceed the best tail of some row, which is
 *       tested by counting before tau is selected.
 * </ul>
 *
 * <p>Admission delays have no upper bound, so that every load has a row.
 */
final class Search {
  /** The target counts as met up to this, relatively: 3 * 2.0000000000000004 meets 6. */
  private static final double TARGET_TOLERANCE = 1e-9;

  /** Times that differ by less than this, relatively, are equal; rounding must not break ties. */
  private static final double TIE_TOLERANCE = 1e-12;

  private final PlanGoal goal;
  private final Grid grid;
  private final Demand demand;
  private final Best[] best;

  /** The schedule at hand: the ends of all phases but the last, in steps and milliseconds. */
  private final long[] endSteps;

  private final double[] endsMs;

  /** The least admission delay of the schedule at hand, by load - 1. */
  private final long[] delaySteps;

  /** The best schedule yet for one load. */
  static final class Best {
    private final long[] endSteps;
    private long delaySteps;
    private double tailMs = Double.POSITIVE_INFINITY;
    private double meanMs = Double.POSITIVE_INFINITY;
    private double threadMs = Double.POSITIVE_INFINITY;

    private Best(int phases) {
      endSteps = new long[phases - 1];
    }

    /** When a phase begins, in steps since arrival. */
    long startStep(int phase) {
      return delaySteps + (phase == 0 ? 0 : endSteps[phase - 1]);
    }

    private boolean isWorseThan(double otherTailMs, double otherMeanMs, double otherThreadMs) {
      if (!equal(tailMs, otherTailMs)) {
        return tailMs > otherTailMs;
      }
      if (!equal(meanMs, otherMeanMs)) {
        return meanMs > otherMeanMs;
      }
      return !equal(threadMs, otherThreadMs) && threadMs > otherThreadMs;
    }

    private static boolean equal(double a, double b) {
      return Math.abs(a - b) <= TIE_TOLERANCE * b;
    }
  }

  Search(Profile profile, PlanGoal goal, Grid grid) {
    int phases = goal.degrees().size();
    this.goal = goal;
    this.grid = grid;
    demand = new Demand(profile, goal.degrees(), goal.percentile());
    best = new Best[goal.maxLoad()];
    Arrays.setAll(best, load -> new Best(phases));
    endSteps = new long[phases - 1];
    endsMs = new double[phases - 1];
    delaySteps = new long[goal.maxLoad()];
  }

  /** The best schedule of every load from 1 on. */
  List<Best> run() {
    enumerate(0, 0);
    return List.of(best);
  }

  private void enumerate(int phase, long fromStep) {
    if (phase == endSteps.length) {
      consider();
      return;
    }
    for (long step = fromStep; step <= grid.steps(); step++) {
      endSteps[phase] = step;
      endsMs[phase] = step * grid.stepMs();
      enumerate(phase + 1, step);
    }
  }

  private void consider() {
    demand.evaluate(endsMs);
    double usefulTailMs = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < best.length; i++) {
      delaySteps[i] = leastDelaySteps(i + 1);
      usefulTailMs = Math.max(usefulTailMs, best[i].tailMs * (1 + TIE_TOLERANCE) - delayMs(i));
    }
    if (demand.tailAbove(usefulTailMs)) {
      return;
    }
    double executionTailMs = demand.tailMs();
    for (int i = 0; i < best.length; i++) {
      double tailMs = delayMs(i) + executionTailMs;
      double meanMs = delayMs(i) + demand.meanMs();
      if (best[i].isWorseThan(tailMs, meanMs, demand.threadMs())) {
        best[i].tailMs = tailMs;
        best[i].meanMs = meanMs;
        best[i].threadMs = demand.threadMs();
        best[i].delaySteps = delaySteps[i];
        System.arraycopy(endSteps, 0, best[i].endSteps, 0, endSteps.length);
      }
    }
  }

  private double delayMs(int row) {
    return delaySteps[row] * grid.stepMs();
  }

  private long leastDelaySteps(int load) {
    double targetThreads = goal.targetParallelism() * (1 + TARGET_TOLERANCE);
    double delayMs = load * demand.threadMs() / targetThreads - demand.meanMs();
    return delayMs <= 0 ? 0 : (long) Math.ceil(delayMs / grid.stepMs());
  }
}
