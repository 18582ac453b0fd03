package org.curtail.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.curtail.Profile;
import org.curtail.energy.SpeedOpponents.Pegasus;
import org.curtail.energy.SpeedOpponents.Rubik;
import org.curtail.sim.PoissonArrivals;
import org.curtail.sim.RatePeriod;
import org.curtail.sim.SteppedArrivals;
import org.curtail.sim.Trace;
import org.curtail.sim.Traces;
import org.curtail.speed.SpeedClass;
import org.curtail.speed.SpeedMachine;
import org.curtail.speed.SpeedPolicy;
import org.junit.jupiter.api.Test;

/** Controllers on single windows, and in simulated services. */
class ControllerTest {
  private static final long SECOND = 1_000_000_000;
  private static final double TARGET_MS = 75;
  private static final SpeedMachine SERVER = Machines.server();
  private static final Profile EXPONENTIAL = exponential();

  private static Profile exponential() {
    double[][] timesMs = new double[2000][1];
    for (int r = 0; r < timesMs.length; r++) {
      timesMs[r][0] = -10 * Math.log(1 - (r + 0.5) / timesMs.length);
    }
    return Profile.of("exponential", timesMs);
  }

  /** Returns a window in which all requests took this time. */
  private static SpeedWindow window(double ms, int ended) {
    long[] latencyNanos = new long[ended];
    Arrays.fill(latencyNanos, Math.round(ms * 1e6));
    return new SpeedWindow(latencyNanos, ended, SECOND);
  }

  private static ThresholdController controller(double gain) {
    return new ThresholdController(100, 99, gain, gain, 20, 100, 50);
  }

  @Test
  void aTailThatFollowsTheDeadlineReachesItsTarget() {
    double deadlineMs = 20;
    for (int i = 0; i < 40; i++) {
      deadlineMs = controller(0.5).next(deadlineMs, window(1.2 * deadlineMs + 10, 100));
    }
    assertThat(deadlineMs).isCloseTo(75, within(1e-3));
  }

  @Test
  void afterALongTimeAtABoundItLeavesItAtOnce() {
    ThresholdController controller = controller(0.5);
    double deadlineMs = 60;
    for (int i = 0; i < 1000; i++) {
      deadlineMs = controller.next(deadlineMs, window(500, 100));
    }
    assertThat(deadlineMs).isEqualTo(20);
    assertThat(controller.next(deadlineMs, window(60, 100))).isEqualTo(40);
  }

  @Test
  void withoutTrafficNothingChanges() {
    assertThat(controller(0.5).next(33, window(5, 0))).isEqualTo(33);
    assertThat(controller(0.5).next(33, window(5, 49))).isEqualTo(33);
    assertThat(controller(0.5).next(33, window(5, 50))).isGreaterThan(33);
  }

  @Test
  void impossibleValuesAreRefused() {
    assertThatThrownBy(() -> controller(0)).hasMessageContaining("gains");
    assertThatThrownBy(() -> controller(2.5)).hasMessageContaining("gains");
    assertThatThrownBy(() -> new ThresholdController(100, 99, 1, 1, 50, 20, 1))
        .hasMessageContaining("bounds");
    assertThatThrownBy(() -> new ThresholdController(0, 99, 1, 1, 5, 20, 1))
        .hasMessageContaining("targetMs");
    assertThatThrownBy(() -> new ThresholdController(1, 100, 1, 1, 5, 20, 1))
        .hasMessageContaining("percentile");
  }

  @Test
  void afterALoadStepTheTailReturnsBelowItsTarget() {
    var arrivals =
        new SteppedArrivals(List.of(new RatePeriod(160, 300_000), new RatePeriod(480, 300_000)));
    Trace trace = Traces.draw(arrivals, EXPONENTIAL, 160 * 300 + 480 * 290, 7);
    LeastEnergy least = LeastEnergy.of(EXPONENTIAL, SERVER, 99);
    var steering =
        new ControlledThresholds(ThresholdController.of(least, TARGET_MS, 99), least, 15 * SECOND);
    EnergyResult result = new EnergySimulation(EXPONENTIAL, SERVER).run(steering, trace);
    // The last two minutes, long after the step.
    long[] late =
        IntStream.range(0, trace.size())
            .filter(i -> trace.arrivalMs(i) > 470_000)
            .mapToLong(result::latencyNanos)
            .toArray();
    assertThat(new SpeedWindow(late, 0, SECOND).percentileMs(99))
        .isCloseTo(TARGET_MS, withinPercentage(8));
  }

  @Test
  void pegasusStepsDownWithALowTailAndUsesTheFastestOtherwise() {
    var pegasus = new Pegasus(SERVER, 100, 99, SECOND, 10);
    var top = new Pegasus.State(6, 0);
    assertThat(pegasus.next(top, window(80, 100))).isEqualTo(new Pegasus.State(5, 0));
    assertThat(pegasus.next(top, window(90, 100))).isEqualTo(top);
    assertThat(pegasus.next(new Pegasus.State(0, 0), window(10, 100)).speedClass()).isZero();
    assertThat(pegasus.next(new Pegasus.State(2, 0), window(101, 100))).isEqualTo(top);
    Pegasus.State panic = pegasus.next(new Pegasus.State(2, 0), window(140, 100));
    assertThat(panic).isEqualTo(new Pegasus.State(6, 10));
    assertThat(pegasus.next(panic, window(10, 100))).isEqualTo(new Pegasus.State(6, 9));
    assertThat(pegasus.next(panic, window(10, 9))).isEqualTo(panic);
  }

  @Test
  void rubikChoosesTheSlowestSufficientClock() {
    Profile constant = Profile.of("constant", new double[][] {{10}});
    SpeedMachine one =
        SpeedMachine.ofClocks(
            new SpeedClass("slow", 1, 0.5, 1, 0),
            new SpeedClass("middle", 1, 0.8, 3, 0),
            new SpeedClass("fast", 1, 1, 6, 0));
    var simulation = new EnergySimulation(constant, one);
    Trace alone = Trace.of(new double[] {0}, new int[] {0});
    assertThat(simulation.run(new Rubik(constant, 99, 20), alone).latencyNanos(0))
        .isEqualTo(20_000_000);
    assertThat(simulation.run(new Rubik(constant, 99, 19), alone).latencyNanos(0))
        .isEqualTo(12_500_000);
    // Two at once: 20 ms of work in 20 ms.
    EnergyResult two =
        simulation.run(
            new Rubik(constant, 99, 20), Trace.of(new double[] {0, 0}, new int[] {0, 0}));
    assertThat(two.latencyNanos(0)).isEqualTo(10_000_000);
    assertThat(two.latencyNanos(1)).isEqualTo(20_000_000);
  }

  @Test
  void rubikMeetsItsDeadlineWhereChangesOfTheClockAreFree() {
    SpeedMachine free = SERVER.movingAt(0, 0);
    Trace trace = Traces.draw(new PoissonArrivals(240), EXPONENTIAL, 20_000, 5);
    var simulation = new EnergySimulation(EXPONENTIAL, free);
    EnergyResult rubik = simulation.run(new Rubik(EXPONENTIAL, 99, TARGET_MS), trace);
    assertThat(rubik.percentileMs(99)).isLessThan(TARGET_MS * 1.05);
    assertThat(rubik.joulesPerRequest())
        .isLessThan(simulation.run(SpeedPolicy.allFast(free), trace).joulesPerRequest());
  }
}
