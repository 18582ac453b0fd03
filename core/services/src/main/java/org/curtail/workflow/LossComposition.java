package org.curtail.workflow;

import java.util.List;

/**
 * Combines the losses of stages into the loss of the whole answer (Kwiken, section 4.2.2). A stage
 * of utility 0 is needed: its kept share multiplies the kept share of the whole. The stages with a
 * utility lose together the mean of their losses, weighted by utility. A workflow without utilities
 * is the sequential one of the paper; a workflow of stages with utilities is the independent one.
 * Immutable.
 */
public final class LossComposition {
  private final double[] utilities;
  private final double totalUtility;

  private LossComposition(double[] utilities, double totalUtility) {
    this.utilities = utilities;
    this.totalUtility = totalUtility;
  }

  /** Returns the composition of a workflow. */
  public static LossComposition of(Workflow workflow) {
    return of(workflow.stages());
  }

  private static LossComposition of(List<Stage> stages) {
    double[] utilities = stages.stream().mapToDouble(Stage::utility).toArray();
    double total = 0;
    for (double utility : utilities) {
      total += utility;
    }
    return new LossComposition(utilities, total);
  }

  /**
   * Returns the lost share of the whole answer.
   *
   * @param losses share lost by each stage, 0 to 1, in the order of the workflow's stages
   */
  public double loss(double[] losses) {
    requireLength(losses);
    double kept = 1;
    double beside = 0;
    for (int i = 0; i < losses.length; i++) {
      if (utilities[i] == 0) {
        kept *= 1 - losses[i];
      } else {
        beside += utilities[i] / totalUtility * losses[i];
      }
    }
    return 1 - kept * (1 - beside);
  }

  /**
   * Returns the loss of the whole per loss of a stage: 1 for a needed stage, otherwise the stage's
   * share of the total utility. The weighted sum of losses is at least {@link #loss}; both are
   * nearly equal if losses are small.
   *
   * @param stage index in the workflow
   */
  public double weight(int stage) {
    return utilities[stage] == 0 ? 1 : utilities[stage] / totalUtility;
  }

  /**
   * Returns the sum of losses, weighted by {@link #weight}. A plan keeps this sum within its goal.
   *
   * @param losses share lost by each stage, in the order of the workflow's stages
   */
  public double bound(double[] losses) {
    requireLength(losses);
    double sum = 0;
    for (int i = 0; i < losses.length; i++) {
      sum += weight(i) * losses[i];
    }
    return sum;
  }

  private void requireLength(double[] losses) {
    if (losses.length != utilities.length) {
      throw new IllegalArgumentException(
          "one loss per stage, %d, but there are %d".formatted(utilities.length, losses.length));
    }
  }
}
