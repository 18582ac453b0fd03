package org.curtail.workflow;

import java.util.Arrays;
import java.util.List;

/**
 * The cost of copies, as {@link Workflow#budgetUsed}, in time linear in the stages; with traces, a
 * stage that a request does not visit costs nothing. Immutable.
 */
final class CopyCosts {
  /** Rounding may exceed a budget. */
  private static final double ROUNDING = 1e-12;

  private static final int HALVINGS = 60;
  private static final int NONE = -1;

  private final double[] costs;

  /** By stage, each less than the stage itself; {@link #NONE} if the workflow calls it. */
  private final int[] callers;

  /** Share of requests that visit the stage: 1 unless traces leave it out. */
  private final double[] visited;

  private final double first;

  CopyCosts(Workflow workflow) {
    List<Stage> stages = workflow.stages();
    costs = stages.stream().mapToDouble(Stage::cost).toArray();
    callers = new int[costs.length];
    for (int s = 0; s < costs.length; s++) {
      String caller = stages.get(s).within();
      callers[s] = caller == null ? NONE : workflow.index(caller);
    }
    visited = visited(workflow);
    first = first(costs, visited);
  }

  private static double first(double[] costs, double[] visited) {
    double cost = 0;
    for (int s = 0; s < costs.length; s++) {
      cost += visited[s] * costs[s];
    }
    return cost;
  }

  private static double[] visited(Workflow workflow) {
    double[] visited = new double[workflow.stages().size()];
    Arrays.fill(visited, 1);
    JointTraces joint = workflow.joint();
    if (joint == null) {
      return visited;
    }
    for (int column = 0; column < joint.stages().size(); column++) {
      int visits = 0;
      for (int trace = 0; trace < joint.size(); trace++) {
        visits += Double.isNaN(joint.millis(trace, column)) ? 0 : 1;
      }
      visited[workflow.index(joint.stages().get(column))] = (double) visits / joint.size();
    }
    return visited;
  }

  /** Returns the mean cost of a request's original visits. */
  double first() {
    return first;
  }

  /** Returns a request's number of visits of each stage, original and within copies of callers. */
  private double[] visits(double[] fractions) {
    double[] perCaller = new double[costs.length];
    double[] visits = new double[costs.length];
    for (int s = 0; s < costs.length; s++) {
      int caller = callers[s];
      perCaller[s] = caller == NONE ? 1 : perCaller[caller] * (1 + fractions[caller]);
      visits[s] = visited[s] * perCaller[s];
    }
    return visits;
  }

  /**
   * Returns, by stage, the cost per request of a copy of every call, while other stages send these
   * shares.
   */
  double[] ofAll(double[] fractions) {
    double[] copy = costs.clone();
    for (int s = costs.length - 1; s >= 0; s--) {
      if (callers[s] != NONE) {
        copy[callers[s]] += (1 + fractions[s]) * copy[s];
      }
    }
    double[] visits = visits(fractions);
    for (int s = 0; s < costs.length; s++) {
      // Copies of a stage that no trace visits cost nothing; a division by 0 must not follow.
      copy[s] *= Math.max(visits[s], Double.MIN_NORMAL);
    }
    return copy;
  }

  /** Returns the cost of all copies of a request, as a share of the cost of its original visits. */
  double budgetUsed(double[] fractions) {
    double[] visits = visits(fractions);
    double copies = 0;
    for (int s = 0; s < costs.length; s++) {
      copies += (visits[s] - visited[s] + visits[s] * fractions[s]) * costs[s];
    }
    return copies / first;
  }

  /** Returns these shares, reduced by the least common factor that a budget requires. */
  double[] within(double budget, double[] fractions) {
    if (budgetUsed(fractions) <= budget * (1 + ROUNDING)) {
      return fractions;
    }
    double low = 0;
    double high = 1;
    for (int i = 0; i < HALVINGS; i++) {
      double middle = (low + high) / 2;
      if (budgetUsed(scaled(fractions, middle)) <= budget) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return scaled(fractions, low);
  }

  private static double[] scaled(double[] fractions, double factor) {
    double[] scaled = fractions.clone();
    for (int s = 0; s < scaled.length; s++) {
      scaled[s] *= factor;
    }
    return scaled;
  }
}
