package org.curtail.workflow.plan;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.curtail.Percentile;
import org.curtail.workflow.WorkflowGoal;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.simulate.WorkflowSimulation;
import org.curtail.workflow.visit.OrderStatistic;

/**
 * Brute force: the best of many random splits of a budget, on the same simulated requests (Kwiken,
 * section 5.2). The times of visits are kept for many shares of copies, and a share is rounded down
 * to a kept one. A split then costs only a walk through the graph. For workflows without nested
 * calls.
 */
final class RandomSplits {
  private static final int LEVELS = 60;
  private static final double LEAST = 1e-4;

  private final WorkflowCurves curves;
  private final WorkflowGoal goal;
  private final int requests;
  private final double[][] shares;
  private final double[][][] visits;

  RandomSplits(WorkflowCurves curves, WorkflowGoal goal, int requests, long seed) {
    this.curves = curves;
    this.goal = goal;
    this.requests = requests;
    var simulation = WorkflowSimulation.of(curves.workflow(), requests, seed);
    int stages = curves.curves().size();
    shares = new double[stages][LEVELS + 1];
    visits = new double[stages][LEVELS + 1][];
    for (int level = 0; level <= LEVELS; level++) {
      double share = level == 0 ? 0 : Math.pow(LEAST, 1 - (level - 1) / (LEVELS - 1.0));
      double[] same = new double[stages];
      Arrays.fill(same, share);
      WorkflowPlan plan = curves.plan(goal, same, Realisation.SINGLE_R);
      for (int s = 0; s < stages; s++) {
        shares[s][level] = plan.stages().get(s).reissueFraction();
        visits[s][level] = simulation.stageLatenciesMillis(plan, plan.stages().get(s).stage());
      }
    }
  }

  /** Returns the shares of copies of the best of many random splits. */
  double[] best(int splits, RandomGenerator random) {
    double[] best = new double[shares.length];
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < splits; i++) {
      int[] levels = levels(random);
      double tail = tail(levels);
      if (tail < least) {
        least = tail;
        for (int s = 0; s < levels.length; s++) {
          best[s] = shares[s][levels[s]];
        }
      }
    }
    return best;
  }

  /** Draws parts of the budget; in every second split most parts are small. */
  private int[] levels(RandomGenerator random) {
    double power = random.nextBoolean() ? 1 : 4;
    double[] parts = new double[shares.length];
    Arrays.setAll(parts, s -> Math.pow(-Math.log(1 - random.nextDouble()), power));
    double sum = Arrays.stream(parts).sum();
    double[] costs = curves.costs().ofAll(new double[parts.length]);
    int[] levels = new int[parts.length];
    for (int s = 0; s < parts.length; s++) {
      double share = goal.budget() * curves.costs().first() * parts[s] / sum / costs[s];
      while (levels[s] < LEVELS && shares[s][levels[s] + 1] <= share) {
        levels[s]++;
      }
    }
    return levels;
  }

  private double tail(int[] levels) {
    double[] ends = new double[requests];
    double[][] finished = new double[levels.length][requests];
    for (int s = 0; s < levels.length; s++) {
      double[] end = finished[s];
      for (String before : curves.workflow().stages().get(s).after()) {
        double[] earlier = finished[curves.workflow().index(before)];
        for (int r = 0; r < requests; r++) {
          end[r] = Math.max(end[r], earlier[r]);
        }
      }
      for (int r = 0; r < requests; r++) {
        end[r] += visits[s][levels[s]][r];
        ends[r] = Math.max(ends[r], end[r]);
      }
    }
    return OrderStatistic.of(ends, Percentile.rank(goal.percentile(), requests));
  }
}
