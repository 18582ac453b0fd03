package org.curtail.automatic.choose;

import java.util.Optional;
import org.curtail.Profile;
import org.curtail.automatic.choose.JudgeSetting.Effort;

/**
 * A plan to be made elsewhere and at leisure: everything that a plan depends on.
 *
 * @param profile the learned demand
 * @param cores number of the service's cores, at least 1
 * @param goal goal of the plan
 * @param predictions error of the service's own predictions; empty if it gives none of use
 * @param effort amount of work allowed
 * @param seed seed of everything random in the plan
 * @param present map in use, which is kept if nothing is clearly better; empty if there is none
 * @param reason reason for a new plan, in plain words
 */
public record PlanTask(
    Profile profile,
    int cores,
    Goal goal,
    Optional<PredictionError> predictions,
    Effort effort,
    long seed,
    Optional<PolicyMap> present,
    String reason) {
  public PlanTask {
    if (cores < 1) {
      throw new IllegalArgumentException("cores must be at least 1: " + cores);
    }
  }

  /** Returns a judge that makes the plan, one piece of work at a time. */
  public Judge judge() {
    return judge(() -> {});
  }

  /**
   * Returns a judge that makes the plan, one piece of work at a time, on a machine that serves
   * requests meanwhile.
   *
   * @param mayRest called in the middle of the work, a thousand times or more in a second of it:
   *     may sleep, or throw to stop the work
   */
  public Judge judge(Runnable mayRest) {
    return new Judge(setting(), mayRest);
  }

  /** Returns the judge's input. */
  public JudgeSetting setting() {
    return JudgeSetting.of(profile, cores, goal, seed)
        .predictedWith(predictions)
        .with(effort)
        .beside(present);
  }
}
