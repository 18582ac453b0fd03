package org.curtail.automatic.choose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class GoalTest {
  @Test
  void theDefaultGoalIsTheLowest99thPercentile() {
    assertThat(Goal.byDefault()).isEqualTo(Goal.minimise(99));
    assertThat(Goal.byDefault().target()).isEmpty();
    assertThat(Goal.byDefault().threads()).isEmpty();
  }

  @Test
  void aLimitOnThreadsKeepsTheRest() {
    Goal goal = Goal.target(99.9, Duration.ofMillis(200)).atMostThreads(8);
    assertThat(goal.percentile()).isEqualTo(99.9);
    assertThat(goal.target()).contains(Duration.ofMillis(200));
    assertThat(goal.threads()).hasValue(8);
    assertThat(goal.targetMs()).isEqualTo(200);
    assertThat(Goal.minimise(99).targetMs()).isInfinite();
  }

  @Test
  void percentilesHaveNamesAsPeopleWriteThem() {
    assertThat(Goal.minimise(99).percentileName()).isEqualTo("p99");
    assertThat(Goal.minimise(99.9).percentileName()).isEqualTo("p99.9");
  }

  @Test
  void rejectsWhatIsNoGoal() {
    assertThatIllegalArgumentException().isThrownBy(() -> Goal.minimise(101));
    assertThatIllegalArgumentException().isThrownBy(() -> Goal.target(99, Duration.ZERO));
    assertThatIllegalArgumentException().isThrownBy(() -> Goal.byDefault().atMostThreads(0));
  }
}
