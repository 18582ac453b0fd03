package org.curtail.automatic;

import java.util.List;
import java.util.Optional;
import org.curtail.Profile;

/**
 * What a {@link Pilot} knows, to be written down and to begin with at the next start.
 *
 * @param profile the demand as learned; empty if too little was seen
 * @param map the plan in use; empty if there was none
 * @param verdicts what comparing the plan with the safe policy has shown, by load; none if there is
 *     no plan
 */
public record PilotKnowledge(
    Optional<Profile> profile, Optional<PolicyMap> map, List<LoadVerdict> verdicts) {
  /** Nothing is known. */
  public static final PilotKnowledge NOTHING =
      new PilotKnowledge(Optional.empty(), Optional.empty(), List.of());

  public PilotKnowledge {
    verdicts = List.copyOf(verdicts);
    if (map.isEmpty() && !verdicts.isEmpty()) {
      throw new IllegalArgumentException("verdicts without a plan: " + verdicts);
    }
  }
}
