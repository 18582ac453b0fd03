package org.curtail.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.curtail.Profile;
import org.curtail.sim.SyntheticProfiles;
import org.junit.jupiter.api.Test;

class EffortTest {
  private static final PlanGoal GOAL = new PlanGoal(15, 24, 4, PlanGoal.degreesTo(4), 99, 5, 24);

  @Test
  void aWatchSeesTheShareOfSettledSchedulesGrow() {
    Profile profile = SyntheticProfiles.luceneLike(10_000, 4);
    List<Double> shares = new ArrayList<>();
    var effort = new Effort(Effort.DEFAULT_LOOKS, shares::add);
    TablePlanner.plan(profile, GOAL, effort);
    assertThat(shares).isNotEmpty().isSorted().allMatch(share -> share >= 0 && share <= 1);
    assertThat(effort.spent()).isBetween(1_000_000L, Effort.DEFAULT_LOOKS);
  }

  @Test
  void aWatchStopsTheSearchByThrowing() {
    Profile profile = SyntheticProfiles.luceneLike(10_000, 4);
    var stop = new IllegalStateException("enough");
    var effort =
        new Effort(
            Effort.DEFAULT_LOOKS,
            share -> {
              throw stop;
            });
    assertThatThrownBy(() -> TablePlanner.plan(profile, GOAL, effort)).isSameAs(stop);
  }

  @Test
  void noEffortIsRejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Effort(0, share -> {}))
        .withMessageContaining("0");
  }
}
