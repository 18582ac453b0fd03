package org.curtail.workflow;

/**
 * The goal of a plan.
 *
 * @param percentile percentile of the end-to-end latency to lower: above 0, below 100
 * @param budget cost of copies, as a share of the cost of all original visits: 0 to 1
 * @param loss share of the answer's utility that stopping early may lose: 0 to 1, exclusive
 */
public record WorkflowGoal(double percentile, double budget, double loss) {
  public WorkflowGoal {
    if (!(percentile > 0 && percentile < 100)) {
      throw new IllegalArgumentException("percentile must be above 0 and below 100: " + percentile);
    }
    if (!(budget >= 0 && budget <= 1)) {
      throw new IllegalArgumentException("budget must be from 0 to 1: " + budget);
    }
    if (!(loss >= 0 && loss < 1)) {
      throw new IllegalArgumentException("loss must be from 0 to 1, exclusive: " + loss);
    }
  }

  /** Returns a goal with copies only. */
  public static WorkflowGoal reissue(double percentile, double budget) {
    return new WorkflowGoal(percentile, budget, 0);
  }
}
