package org.curtail.automatic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.curtail.Policy;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.Sequential;
import org.junit.jupiter.api.Test;

class PlanTaskTest {
  private static final PolicyMap MAP =
      PolicyMap.always(
          new Candidate("fixed-2", new FixedDegree(2), Optional.empty()), "it wins in simulation");

  /** The next plan after so many seconds of a stream. */
  private static PlanTask task(PilotSetting setting) {
    var pilot = new Pilot(setting);
    var service = new StreamedService(pilot, setting, MAP, 1);
    service.planDelayNanos = Long.MAX_VALUE / 4;
    service.run(20);
    return pilot.planDue().orElseThrow();
  }

  @Test
  void itIsJudgedOnAsManyThreadsAsTheServiceHas() {
    PilotSetting setting = PilotSetting.of(4).upToDegree(2);
    assertThat(task(setting).setting().mostServed()).isEqualTo(Policy.UNLIMITED);
    PlanTask limited = task(setting.servingAtMost(8));
    assertThat(limited.mostServed()).isEqualTo(8);
    assertThat(limited.setting().mostServed()).isEqualTo(8);
    JudgeSetting scaled = new Scale(0.5).of(limited.setting());
    assertThat(scaled.mostServed()).isEqualTo(8);
  }

  @Test
  void aPolicyThatWantsAllThreadsHasThoseAndEnoughForItsDegree() {
    assertThat(new PolicyOnThreads(new Sequential(), 8).threads(4)).isEqualTo(8);
    assertThat(new PolicyOnThreads(new FixedDegree(3), 2).threads(4)).isEqualTo(3);
    assertThat(new PolicyOnThreads(new Sequential(), Policy.UNLIMITED).threads(4))
        .isEqualTo(Policy.UNLIMITED);
    Policy turns =
        Candidates.safe(task(PilotSetting.of(4)).profile(), Goal.byDefault().atMostThreads(3))
            .policy();
    assertThat(new PolicyOnThreads(turns, 8).threads(4)).isEqualTo(3);
  }
}
