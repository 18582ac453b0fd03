package org.curtail.workflow;

import org.curtail.reissue.ReissuePolicy;

/**
 * The plan of one stage.
 *
 * @param stage name of the stage
 * @param policy policy that sends copies of the stage's calls: one copy at most
 * @param reissueFraction predicted share of its calls with a copy: 0 to 1
 * @param partial rule by which the stage stops waiting
 * @param loss predicted share of the needed answers that the stage does not wait for: 0 to 1
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

  /** Returns a plan without copies that waits for all needed answers. */
  public static StagePlan none(String stage) {
    return new StagePlan(stage, ReissuePolicy.NONE, 0, PartialAnswer.NONE, 0);
  }
}
