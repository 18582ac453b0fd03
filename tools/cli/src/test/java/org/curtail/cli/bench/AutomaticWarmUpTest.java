package org.curtail.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.curtail.Profile;
import org.curtail.automatic.PilotKnowledge;
import org.curtail.automatic.choose.Candidate;
import org.curtail.automatic.choose.PolicyMap;
import org.curtail.benchkit.files.NamedKnowledge;
import org.junit.jupiter.api.Test;

class AutomaticWarmUpTest {
  private static final Profile PROFILE = Profile.of("test", new double[][] {{10, 6}, {50, 28}});

  private static boolean mayPlan(double seconds, PilotKnowledge known) {
    return AutomaticWarmUp.mayPlan(
        seconds, Optional.of(new NamedKnowledge(Path.of("known"), OptionalInt.of(2), known)));
  }

  @Test
  void whoServesForLongMayPlanAndWhoServesForAMomentMayNot() {
    assertThat(AutomaticWarmUp.mayPlan(5, Optional.empty())).isTrue();
    assertThat(AutomaticWarmUp.mayPlan(4.9, Optional.empty())).isFalse();
  }

  @Test
  void whoHasAProfilePlansAtOnceUnlessItHasAPlan() {
    var profile = new PilotKnowledge(Optional.of(PROFILE), Optional.empty(), List.of());
    assertThat(mayPlan(0.1, profile)).isTrue();
    PolicyMap map =
        PolicyMap.always(
            Candidate.named("fixed-2", PROFILE, Optional.empty(), OptionalInt.empty()), "so");
    var plan = new PilotKnowledge(Optional.of(PROFILE), Optional.of(map), List.of());
    assertThat(mayPlan(0.1, plan)).isFalse();
  }
}
