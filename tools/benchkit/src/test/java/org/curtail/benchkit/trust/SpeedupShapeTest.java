package org.curtail.benchkit.trust;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.curtail.Profile;
import org.curtail.plan.PlanGoal;
import org.curtail.sim.SyntheticProfiles;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class SpeedupShapeTest {
  @Test
  void speedupsThatGrowAtFallingEfficiencyAreRegular() {
    SpeedupShape shape =
        SpeedupShape.of(SyntheticProfiles.luceneLike(1_000, 4), PlanGoal.degreesTo(4));
    assertThat(shape).isEqualTo(new SpeedupShape(1_000, 1_000, 0, 0, List.of()));
    assertThat(shape.isRegular()).isTrue();
  }

  @Test
  void linearSpeedupsAreRegularWhateverTheirRounding() {
    Cases.random(
        1,
        200,
        random -> {
          double timeMs = random.nextDouble(1, 1000);
          double[][] timesMs = {{timeMs, timeMs / 2, timeMs / 3, timeMs / 4}};
          assertThat(SpeedupShape.of(Profile.of("", timesMs), PlanGoal.degreesTo(4)).isRegular())
              .isTrue();
        });
  }

  @Test
  void requestsAndDegreesThatAreNotRegularAreCounted() {
    double[][] timesMs = {{100, 60, 45}, {100, 120, 130}, {100, 40, 45}};
    Profile profile = Profile.of("", timesMs);
    SpeedupShape shape = SpeedupShape.of(profile, PlanGoal.degreesTo(3));
    assertThat(shape).isEqualTo(new SpeedupShape(3, 2, 2, 1, List.of()));
    assertThat(shape.isRegular()).isFalse();
    // Beyond degree 2, no further time rises.
    assertThat(SpeedupShape.of(profile, List.of(1, 3)).slower()).isEqualTo(1);
  }

  @Test
  void aDegreeThatIsSlowerInTheMeanThanALowerOneIsHarmful() {
    Profile profile = Profile.of("", new double[][] {{100, 60, 70, 65, 50}, {10, 9, 9, 9, 9}});
    assertThat(SpeedupShape.of(profile, PlanGoal.degreesTo(5)).harmful()).containsExactly(3, 4);
  }

  @Test
  void onlyRequestsThatAreFasterOnMoreThreadsGain() {
    double[][] timesMs = {{100, 100, 100}, {100, 101, 99}, {100, 100 - 1e-9, 100}, {50, 25, 60}};
    SpeedupShape shape = SpeedupShape.of(Profile.of("", timesMs), PlanGoal.degreesTo(3));
    assertThat(shape.gaining()).isEqualTo(2);
    assertThat(SpeedupShape.of(Profile.of("", timesMs), List.of(1)).gaining()).isZero();
  }
}
