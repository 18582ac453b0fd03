package org.curtail.workflow;

/**
 * What a plan is for.
 *
 * @param percentile of the latency from end to end that is to fall: above 0, below 100
 * @param budget what copies may cost, as a share of what all first visits cost: 0 to 1
 * @param loss share of the answer's utility that may be lost by not waiting: 0 to 1, exclusive
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

  /** Copies only. */
  public static WorkflowGoal reissue(double percentile, double budget) {
    return new WorkflowGoal(percentile, budget, 0);
  }
}
