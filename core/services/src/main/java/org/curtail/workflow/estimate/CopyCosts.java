package org.curtail.workflow.estimate;

import java.util.Arrays;
import java.util.List;
import org.curtail.workflow.JointTraces;
import org.curtail.workflow.Stage;
import org.curtail.workflow.Workflow;

/**
 * The cost of copies: that of {@link Workflow#budgetUsed}, in time linear in the number of stages.
 * With traces, a stage that a request does not visit costs nothing. Immutable.
 */
public final class CopyCosts {
  /** Rounding may exceed a budget. */
  private static final double ROUNDING = 1e-12;

  private static final int HALVINGS = 60;
  private static final int NONE = -1;

  private final double[] costs;

  /**
   * Index of the caller, by stage: a caller precedes its nested stages. {@link #NONE} if the
   * workflow itself calls the stage.
   */
  private final int[] callers;

  /** Share of requests that visit the stage; below 1 only with traces. */
  private final double[] visited;

  private final double first;

  public CopyCosts(Workflow workflow) {
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
  public double first() {
    return first;
  }

  /**
   * Returns the mean number of visits of each stage for a request, including visits within copies
   * of callers.
   */
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
   * Returns, by stage, the cost for a request if the stage sends a copy of every call.
   *
   * @param fractions shares of copies that the stages send
   */
  public double[] ofAll(double[] fractions) {
    double[] copy = costs.clone();
    for (int s = costs.length - 1; s >= 0; s--) {
      if (callers[s] != NONE) {
        copy[callers[s]] += (1 + fractions[s]) * copy[s];
      }
    }
    double[] visits = visits(fractions);
    for (int s = 0; s < costs.length; s++) {
      // No trace may visit a stage. The stage's copies cost nothing then, but callers divide
      // by the cost.
      copy[s] *= Math.max(visits[s], Double.MIN_NORMAL);
    }
    return copy;
  }

  /** Returns the cost of all copies of a request, as a share of the cost of its original visits. */
  public double budgetUsed(double[] fractions) {
    double[] visits = visits(fractions);
    double copies = 0;
    for (int s = 0; s < costs.length; s++) {
      copies += (visits[s] - visited[s] + visits[s] * fractions[s]) * costs[s];
    }
    return copies / first;
  }

  /** Returns these shares, reduced by a common factor so that they keep a budget. */
  public double[] within(double budget, double[] fractions) {
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
