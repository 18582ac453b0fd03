package org.curtail.automatic;

import java.util.List;
import java.util.Optional;
import org.curtail.Profile;
import org.curtail.automatic.choose.PolicyMap;
import org.curtail.automatic.guard.LoadVerdict;

/**
 * Knowledge of a {@link Pilot}, to be saved and used at the next start.
 *
 * @param profile the learned demand; empty if too few requests ended
 * @param map the plan in use; empty if there was none
 * @param verdicts results of comparing the plan with the baseline, by load; empty without a plan
 */
public record PilotKnowledge(
    Optional<Profile> profile, Optional<PolicyMap> map, List<LoadVerdict> verdicts) {
  /** No knowledge. */
  public static final PilotKnowledge NOTHING =
      new PilotKnowledge(Optional.empty(), Optional.empty(), List.of());

  public PilotKnowledge {
    verdicts = List.copyOf(verdicts);
    if (map.isEmpty() && !verdicts.isEmpty()) {
      throw new IllegalArgumentException("verdicts without a plan: " + verdicts);
    }
  }
}
