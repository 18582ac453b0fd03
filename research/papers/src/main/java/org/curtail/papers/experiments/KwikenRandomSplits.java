package org.curtail.papers.experiments;

import java.util.Arrays;
import java.util.List;
import org.curtail.benchkit.standin.KwikenRandom;
import org.curtail.workflow.Stage;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.plan.Realisation;
import org.curtail.workflow.plan.WorkflowCurves;

/**
 * The Kwiken paper's brute force: the best of many random splits of a budget, each tried on the
 * same simulated requests (section 5.2). The brute force has its own small simulation, of time-outs
 * only. The brute force stops a split as soon as the split is worse than the best so far.
 */
final class KwikenRandomSplits {
  private final WorkflowCurves curves;
  private final Workflow workflow;
  private final int requests;
  private final int[][] before;
  private final double[][] ascending;
  private final double[][] first;
  private final double[][] second;

  KwikenRandomSplits(WorkflowCurves curves, int requests, long seed) {
    this.curves = curves;
    this.workflow = curves.workflow();
    this.requests = requests;
    List<Stage> stages = workflow.stages();
    before = new int[stages.size()][];
    ascending = new double[stages.size()][];
    first = new double[stages.size()][requests];
    second = new double[stages.size()][requests];
    for (int s = 0; s < before.length; s++) {
      before[s] = stages.get(s).after().stream().mapToInt(workflow::index).toArray();
      double[] millis = stages.get(s).times().firstMillis();
      var chance = KwikenRandom.of(seed, 0, s);
      for (int i = 0; i < requests; i++) {
        first[s][i] = millis[chance.below(millis.length)];
        second[s][i] = millis[chance.below(millis.length)];
      }
      Arrays.sort(millis);
      ascending[s] = millis;
    }
  }

  /** Returns the best of this many splits, as a plan. */
  WorkflowPlan best(double budgetPercent, int splits, KwikenRandom chance) {
    double[] bestShares = new double[before.length];
    double best = p99(delays(bestShares), Double.POSITIVE_INFINITY);
    for (int i = 0; i < splits; i++) {
      double[] shares = randomShares(budgetPercent, chance);
      double p99 = p99(delays(shares), best);
      if (p99 < best) {
        best = p99;
        bestShares = shares;
      }
    }
    return curves.plan(KwikenPlans.goal(budgetPercent), bestShares, Realisation.TIME_OUT);
  }

  /**
   * The result of a split.
   *
   * @param sum sum of the variances of the stages
   * @param p99 p99 from end to end
   */
  record Tried(double sum, double p99) {
    Tried asShareOf(Tried other) {
      return new Tried(sum / other.sum, p99 / other.p99);
    }
  }

  /** Tries shares of copies. */
  Tried tried(double[] shares) {
    double[] delays = delays(shares);
    double sum = 0;
    for (int s = 0; s < delays.length; s++) {
      double total = 0;
      double squares = 0;
      for (int i = 0; i < requests; i++) {
        double millis = visit(s, i, delays[s]);
        total += millis;
        squares += millis * millis;
      }
      double mean = total / requests;
      sum += squares / requests - mean * mean;
    }
    return new Tried(sum, p99(delays, Double.POSITIVE_INFINITY));
  }

  /** Returns random parts of the budget: exponential numbers, divided by their sum. */
  double[] randomShares(double budgetPercent, KwikenRandom chance) {
    double budget = budgetPercent / 100 * workflow.totalCost();
    double[] parts = new double[before.length];
    double sum = 0;
    for (int s = 0; s < parts.length; s++) {
      parts[s] = -StrictMath.log(chance.positive());
      sum += parts[s];
    }
    for (int s = 0; s < parts.length; s++) {
      parts[s] = Math.min(1, budget * parts[s] / sum / workflow.stages().get(s).cost());
    }
    return parts;
  }

  /** Returns the least time-outs that at most these shares of the calls exceed. */
  private double[] delays(double[] shares) {
    double[] delays = new double[shares.length];
    for (int s = 0; s < delays.length; s++) {
      int within = (int) Math.ceil(ascending[s].length * (1 - shares[s]) - 1e-9);
      delays[s] = within == 0 ? 0 : ascending[s][within - 1];
    }
    return delays;
  }

  /** Returns the p99, or infinity if it is not below a limit. */
  private double p99(double[] delays, double limit) {
    int mayExceed = requests - (int) Math.ceil(0.99 * requests - 1e-9);
    int exceed = 0;
    double[] latencies = new double[requests];
    double[] ends = new double[before.length];
    for (int i = 0; i < requests; i++) {
      latencies[i] = latency(i, delays, ends);
      if (latencies[i] >= limit && ++exceed > mayExceed) {
        return Double.POSITIVE_INFINITY;
      }
    }
    Arrays.sort(latencies);
    return latencies[requests - mayExceed - 1];
  }

  private double visit(int stage, int request, double delayMillis) {
    double millis = first[stage][request];
    return millis > delayMillis ? Math.min(millis, delayMillis + second[stage][request]) : millis;
  }

  private double latency(int request, double[] delays, double[] ends) {
    double latest = 0;
    for (int s = 0; s < ends.length; s++) {
      double start = 0;
      for (int earlier : before[s]) {
        start = Math.max(start, ends[earlier]);
      }
      ends[s] = start + visit(s, request, delays[s]);
      latest = Math.max(latest, ends[s]);
    }
    return latest;
  }
}
