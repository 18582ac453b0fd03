package org.curtail.automatic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.curtail.Policy;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.Sequential;
import org.curtail.policy.TailIndex;
import org.curtail.sim.SyntheticProfiles;
import org.junit.jupiter.api.Test;

class PilotSettingTest {
  private static final PilotSetting SETTING = PilotSetting.of(4);

  @Test
  void onlyAPolicyThatWantsAllThreadsIsLimitedByHowManyThereAre() {
    Policy tailIndex = TailIndex.of(SyntheticProfiles.luceneLike(100, 4));
    assertThat(SETTING.mostServedBy(new Sequential())).isEqualTo(Policy.UNLIMITED);
    PilotSetting limited = SETTING.servingAtMost(3);
    assertThat(limited.mostServedBy(new Sequential())).isEqualTo(3);
    assertThat(limited.mostServedBy(new FixedDegree(2))).isEqualTo(3);
    assertThat(limited.mostServedBy(tailIndex)).isEqualTo(4);
  }

  @Test
  void oneRequestIsServedAtLeast() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SETTING.servingAtMost(0))
        .withMessageContaining("mostServed=0");
  }
}
