package org.curtail.automatic;

import java.util.Optional;
import org.curtail.Profile;
import org.curtail.automatic.JudgeSetting.Effort;

/**
 * What is to be planned, elsewhere and at leisure: everything that a plan depends on.
 *
 * @param profile the demand as learned
 * @param cores of the service, at least 1
 * @param goal what the plan is to reach
 * @param predictions how far the service's own predictions are off; empty if it gives none that are
 *     of use
 * @param effort how much work the plan may be
 * @param seed for everything random in the plan
 * @param present what serves now, which is kept if nothing is clearly better; empty if nothing does
 * @param reason why there is to be a plan, in plain words
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

  /** Who makes the plan, a piece of work at a time. */
  public Judge judge() {
    return judge(() -> {});
  }

  /**
   * Who makes the plan, a piece of work at a time, on a machine that serves requests meanwhile.
   *
   * @param mayRest called in the middle of the work, a thousand times in a second of it and more
   *     often: may sleep, or throw to stop the work
   */
  public Judge judge(Runnable mayRest) {
    return new Judge(setting(), mayRest);
  }

  /** What candidates are judged on. */
  public JudgeSetting setting() {
    return JudgeSetting.of(profile, cores, goal, seed)
        .predictedWith(predictions)
        .with(effort)
        .beside(present);
  }
}
