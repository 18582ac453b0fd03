package org.curtail.automatic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.curtail.automatic.choose.Candidate;
import org.curtail.automatic.choose.PolicyMap;
import org.curtail.policy.FixedDegree;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class PilotFreezeTest {
  private static final PilotSetting SETTING = PilotSetting.of(4).upToDegree(2);
  private static final Candidate TWO =
      new Candidate("fixed-2", new FixedDegree(2), Optional.empty());
  private static final PolicyMap MAP = PolicyMap.always(TWO, "it wins in simulation");

  private final Pilot pilot = new Pilot(SETTING);
  private final StreamedService service = new StreamedService(pilot, SETTING, MAP, 1);

  @Test
  void frozenItServesOnAsItDid() {
    service.ratio = isBaseline -> isBaseline ? 1 : 0.6;
    service.run(60);
    pilot.freeze(service.nowNanos());
    service.run(1);
    int changes = service.changesToPlan;
    assertThat(service.policy()).isEqualTo(TWO.policy());
    service.run(100);
    assertThat(service.changesToPlan).isEqualTo(changes);
    assertThat(service.policy()).isEqualTo(TWO.policy());
    pilot.unfreeze(service.nowNanos());
    service.run(400);
    assertThat(service.changesToPlan).isGreaterThan(changes);
  }

  @Test
  void frozenWhileRequestsExploreBesideThePlanThePlanServes() {
    service.ratio = isBaseline -> isBaseline ? 1 : 0.6;
    service.run(60);
    for (int moment = 0; !(service.policy() instanceof Exploration); moment++) {
      assertThat(moment).as("moments until a slice explores").isLessThan(10_000);
      service.run(0.05);
    }
    pilot.freeze(service.nowNanos());
    service.run(1);
    assertThat(service.policy()).isEqualTo(TWO.policy());
  }

  @Test
  void frozenTimeIsNoJumpOfTheClock() {
    service.run(120);
    pilot.freeze(service.nowNanos());
    service.run(120);
    pilot.unfreeze(service.nowNanos());
    service.run(10);
    assertThat(service.kinds()).contains("Frozen").doesNotContain("ClockJumped");
  }

  /** All are twenty times as fast meanwhile. Compared with that the plan would do harm. */
  @Test
  @Tag("long")
  void requestsDuringAFreezeShowNothing() {
    service.ratio = isBaseline -> isBaseline ? 1 : 0.6;
    service.run(60);
    for (int pause = 0; pause < 40; pause++) {
      do {
        service.run(0.05);
      } while (service.isPlan(service.policy()));
      service.run(0.1);
      pilot.freeze(service.nowNanos());
      service.ratio = isBaseline -> 0.05;
      service.run(2);
      service.ratio = isBaseline -> isBaseline ? 1 : 0.6;
      pilot.unfreeze(service.nowNanos());
      service.run(1);
    }
    assertThat(service.kinds()).contains("Cleared").doesNotContain("FellBack");
    assertThat(pilot.knowledge().verdicts())
        .filteredOn(verdict -> verdict.pairs() > 0)
        .isNotEmpty()
        .allSatisfy(verdict -> assertThat(verdict.meanRatio()).isBetween(0.5, 0.75));
  }
}
