package org.curtail.benchkit.energyruns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import org.curtail.Profile;
import org.curtail.benchkit.files.PublishedMachines;
import org.curtail.energy.ControlledThresholds;
import org.curtail.energy.EnergyResult;
import org.curtail.energy.EnergySimulation;
import org.curtail.energy.LeastEnergy;
import org.curtail.energy.ThresholdController;
import org.curtail.sim.PoissonArrivals;
import org.curtail.sim.Trace;
import org.curtail.sim.Traces;
import org.curtail.speed.SpeedMachine;
import org.curtail.speed.SpeedPolicy;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ThresholdSearchTest {
  private static final long SECOND = 1_000_000_000;
  private static final double TARGET_MS = 75;
  private static final SpeedMachine SERVER = PublishedMachines.named("server");
  private static final Profile EXPONENTIAL = exponential();

  private static Profile exponential() {
    double[][] timesMs = new double[2000][1];
    for (int r = 0; r < timesMs.length; r++) {
      timesMs[r][0] = -10 * Math.log(1 - (r + 0.5) / timesMs.length);
    }
    return Profile.of("exponential", timesMs);
  }

  @Test
  void theSearchFindsTheLongestDeadlineWhoseTailMeetsTheTarget() {
    assertThat(ThresholdSearch.longestMs(10, ms -> ms + 3, 20).orElseThrow())
        .isCloseTo(17, withinPercentage(0.2))
        .isLessThanOrEqualTo(17);
    assertThat(ThresholdSearch.longestMs(10, ms -> ms / 5, 20).orElseThrow()).isEqualTo(80);
    assertThat(ThresholdSearch.longestMs(10, ms -> ms == 0 ? 19 : 21, 20).orElseThrow()).isZero();
    assertThat(ThresholdSearch.longestMs(10, ms -> 21, 20)).isEmpty();
  }

  private static double tailMs(LeastEnergy least, Trace trace, double deadlineMs) {
    return new EnergySimulation(EXPONENTIAL, SERVER)
        .run(least.schedule(deadlineMs), trace)
        .percentileMs(99);
  }

  @Test
  @Tag("long")
  void withoutKnowingTheLoadItDrawsLittleMoreThanTheBestFixedThresholds() {
    Trace trace = Traces.draw(new PoissonArrivals(240), EXPONENTIAL, 150_000, 5);
    LeastEnergy least = LeastEnergy.of(EXPONENTIAL, SERVER, 99);
    double hindsightMs =
        ThresholdSearch.longestMs(least.shortestMs(), ms -> tailMs(least, trace, ms), TARGET_MS)
            .orElseThrow();
    var simulation = new EnergySimulation(EXPONENTIAL, SERVER);
    EnergyResult fixed = simulation.run(least.schedule(hindsightMs), trace);
    var steering =
        new ControlledThresholds(ThresholdController.of(least, TARGET_MS, 99), least, 12 * SECOND);
    EnergyResult controlled = simulation.run(steering, trace);
    assertThat(controlled.percentileMs(99)).isCloseTo(TARGET_MS, withinPercentage(5));
    assertThat(controlled.joulesPerRequest())
        .isCloseTo(fixed.joulesPerRequest(), withinPercentage(5));
    EnergyResult fast = simulation.run(SpeedPolicy.allFast(SERVER), trace);
    assertThat(controlled.joulesPerRequest()).isLessThan(0.9 * fast.joulesPerRequest());
  }
}
