package org.curtail.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.curtail.IntervalTable;
import org.curtail.Profile;
import org.curtail.sim.SyntheticProfiles;
import org.junit.jupiter.api.Test;

class EffortTest {
  private static final PlanGoal GOAL = new PlanGoal(15, 24, 4, PlanGoal.degreesTo(4), 99, 5, 24);

  @Test
  void theWatchGetsAGrowingShare() {
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

  @Test
  void aWatchIsCalledOncePerHundredThousandLooksWithTheShareThatIsSpent() {
    List<Double> shares = new ArrayList<>();
    var effort = new Effort(400_000, shares::add);
    effort.spend(99_999);
    assertThat(shares).isEmpty();
    effort.spend(1);
    effort.spend(99_999);
    assertThat(shares).containsExactly(0.25);
    effort.spend(100_001);
    assertThat(shares).containsExactly(0.25, 0.75);
    assertThat(effort.isSpent()).isFalse();
    effort.spend(99_999);
    assertThat(effort.isSpent()).isFalse();
    effort.spend(1);
    assertThat(effort.isSpent()).isTrue();
    effort.spend(1_000_000);
    assertThat(shares.getLast()).isEqualTo(1);
  }

  @Test
  void looksOfAPartCountForTheWholeEffort() {
    var whole = new Effort(1_000, share -> {});
    Effort part = whole.part(0.25);
    assertThat(part.limit()).isEqualTo(250);
    part.spend(250);
    assertThat(part.isSpent()).isTrue();
    assertThat(whole.spent()).isEqualTo(250);
    assertThat(whole.isSpent()).isFalse();
    Effort other = whole.part(0.5);
    assertThat(other.isSpent()).isFalse();
    whole.spend(750);
    assertThat(other.isSpent()).isTrue();
    assertThat(new Effort(1, share -> {}).part(0.25).limit()).isEqualTo(1);
  }

  @Test
  void aSearchOfBoundedEffortEndsNearTheBest() {
    for (int degrees : new int[] {3, 4, 6}) {
      Profile profile = SyntheticProfiles.luceneLike(1_000, degrees);
      var goal = new PlanGoal(15, 24, degrees, PlanGoal.degreesTo(degrees), 99, 1, 24);
      var effort = new Effort(20_000_000, share -> {});
      for (IntervalTable.Row row : TablePlanner.plan(profile, goal, effort).rows()) {
        assertThat(row.tailMs())
            .as("%d degrees, load %d", degrees, row.load())
            .isBetween(row.boundMs(), 1.03 * row.boundMs());
      }
    }
  }
}
