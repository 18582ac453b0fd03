package org.curtail.cli.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.curtail.Profile;
import org.curtail.benchkit.capacity.PoissonTraces;
import org.curtail.benchkit.capacity.Precision;
import org.curtail.benchkit.policyruns.Contender;
import org.curtail.policy.Sequential;
import org.curtail.sim.Costs;
import org.curtail.sim.Machine;
import org.curtail.sim.Noise;
import org.curtail.sim.Simulation;
import org.junit.jupiter.api.Test;

class CapacitySettingTest {
  private static final Contender.Fixed SEQUENTIAL =
      new Contender.Fixed("sequential", new Sequential());

  /** 10 ms a request on two cores, which stand still for a fifth of the time. */
  private static CapacitySetting pausing() {
    Profile profile = Profile.of("test", new double[][] {{10}});
    var noise = new Noise(40_000_000, 10_000_000, false, 0);
    return new CapacitySetting(
        List.of(SEQUENTIAL),
        new PoissonTraces(profile, 1000, 1),
        new Machine(2, Costs.NONE, noise),
        99,
        100,
        Precision.ONE_PERCENT);
  }

  @Test
  void pausesTakeTheirShareOfWhatIsStable() {
    assertThat(pausing().mostPerSecond()).isCloseTo(160, within(1e-9));
  }

  @Test
  void everyTraceHasPausesOfItsOwn() {
    Simulation first = pausing().service(SEQUENTIAL, 1);
    Simulation second = pausing().service(SEQUENTIAL, 2);
    assertThat(first.machine().noise()).isEqualTo(new Noise(40_000_000, 10_000_000, false, 1));
    assertThat(second.machine().noise().seed()).isEqualTo(2);
  }

  @Test
  void aCollapsedServiceIsGivenUp() {
    assertThat(pausing().service(SEQUENTIAL, 1).mostRunning()).isEqualTo(10_200);
  }
}
