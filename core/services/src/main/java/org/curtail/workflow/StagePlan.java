package org.curtail.workflow;

import org.curtail.reissue.ReissuePolicy;

/**
 * What one stage does.
 *
 * @param stage its name
 * @param policy when calls of the stage are sent again: one copy at most
 * @param reissueFraction share of its calls that are sent again, as predicted: 0 to 1
 * @param partial when it stops waiting
 * @param loss share of responders not waited for, as predicted: 0 to 1
 */
public record StagePlan(
    String stage,
    ReissuePolicy policy,
    double reissueFraction,
    PartialAnswer partial,
    double loss) {
  public StagePlan {
    if (policy.maxAttempts() > 2) {
      throw new IllegalArgumentException("a stage sends one copy at most: " + policy);
    }
    if (!(reissueFraction >= 0 && reissueFraction <= 1)) {
      throw new IllegalArgumentException("reissueFraction must be from 0 to 1: " + reissueFraction);
    }
    if (!(loss >= 0 && loss <= 1)) {
      throw new IllegalArgumentException("loss must be from 0 to 1: " + loss);
    }
  }

  /** Sends nothing again and waits for all. */
  public static StagePlan none(String stage) {
    return new StagePlan(stage, ReissuePolicy.NONE, 0, PartialAnswer.NONE, 0);
  }
}
