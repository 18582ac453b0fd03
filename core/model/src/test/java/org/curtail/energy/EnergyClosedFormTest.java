package org.curtail.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.curtail.Profile;
import org.curtail.energy.SpeedOpponents.TailFirst;
import org.curtail.sim.PoissonArrivals;
import org.curtail.sim.Trace;
import org.curtail.sim.Traces;
import org.curtail.speed.SlowToFast;
import org.curtail.speed.SpeedClass;
import org.curtail.speed.SpeedMachine;
import org.curtail.speed.SpeedPolicy;
import org.junit.jupiter.api.Test;

/** Machines with known response time and power. Chance stays below the tolerances. */
class EnergyClosedFormTest {
  private static final double MEAN_MS = 10;
  private static final int REQUESTS = 150_000;
  private static final SpeedClass SLOW = new SpeedClass("slow", 1, 0.4, 1, 0.1);
  private static final SpeedClass FAST = new SpeedClass("fast", 1, 1, 6, 0.7);

  private static final Profile EXPONENTIAL = exponential();

  private static Profile exponential() {
    int requests = 20_000;
    double[][] timesMs = new double[requests][1];
    for (int r = 0; r < requests; r++) {
      timesMs[r][0] = -MEAN_MS * Math.log(1 - (r + 0.5) / requests);
    }
    return Profile.of("exponential", timesMs);
  }

  private static EnergyResult run(SpeedMachine machine, SpeedPolicy policy, double perMs) {
    Trace trace = Traces.draw(new PoissonArrivals(1000 * perMs), EXPONENTIAL, REQUESTS, 3);
    return new EnergySimulation(EXPONENTIAL, machine).run(policy, trace);
  }

  @Test
  void oneSlowCoreIsMM1AndDrawsByItsUtilisation() {
    double perMs = 0.6 * 0.4 / MEAN_MS;
    EnergyResult result = run(SpeedMachine.ofCores(SLOW), SpeedPolicy.allSlow(), perMs);
    double responseMs = MEAN_MS / 0.4 / (1 - 0.6);
    assertThat(result.meanMs()).isCloseTo(responseMs, withinPercentage(3));
    assertThat(result.percentileMs(99)).isCloseTo(responseMs * Math.log(100), withinPercentage(5));
    assertThat(result.account().watts())
        .isCloseTo(0.6 * SLOW.busyWatts() + 0.4 * SLOW.idleWatts(), withinPercentage(1));
    assertThat(result.joulesPerRequest())
        .isCloseTo(
            1e-3 * (MEAN_MS / 0.4 * SLOW.busyWatts() + (1 / perMs - MEAN_MS / 0.4) * 0.1),
            withinPercentage(1));
  }

  /** Returns the power for a busy core beside an idle one, of each kind, and for both busy. */
  private static double watts(double onlySlow, double onlyFast, double both) {
    double none = 1 - onlySlow - onlyFast - both;
    return none * (SLOW.idleWatts() + FAST.idleWatts())
        + onlySlow * (SLOW.busyWatts() + FAST.idleWatts())
        + onlyFast * (SLOW.idleWatts() + FAST.busyWatts())
        + both * (SLOW.busyWatts() + FAST.busyWatts());
  }

  @Test
  void tailFirstOnASlowAndAFastCoreIsABirthAndDeathProcess() {
    double fast = 1 / MEAN_MS;
    double both = 1.4 / MEAN_MS;
    double perMs = 0.7 * both;
    EnergyResult result = run(SpeedMachine.ofCores(SLOW, FAST), new TailFirst(), perMs);
    // A single request is on the fast core, since the oldest moves there. So the process has no
    // memory.
    double ratio = perMs / both;
    double one = perMs / fast;
    double twoAndMore = one * ratio / (1 - ratio);
    double idle = 1 / (1 + one + twoAndMore);
    double requests =
        idle * (one + one * ratio * (2 / (1 - ratio) + ratio / ((1 - ratio) * (1 - ratio))));
    assertThat(result.meanMs()).isCloseTo(requests / perMs, withinPercentage(2));
    assertThat(result.account().watts())
        .isCloseTo(watts(0, idle * one, idle * twoAndMore), withinPercentage(1));
  }

  @Test
  void slowToFastWithoutThresholdsMovesUpToMakeRoomOnly() {
    double slow = 0.4 / MEAN_MS;
    double fast = 1 / MEAN_MS;
    double both = slow + fast;
    double perMs = 0.5 * both;
    EnergyResult result =
        run(SpeedMachine.ofCores(SLOW, FAST), SlowToFast.of(SpeedPolicy.Wish.NEVER), perMs);
    // States: no request, one on the slow core, one left on the fast core, two, three, ...
    double leftBySlow = slow / (perMs + fast);
    double two = perMs / (slow * (both / perMs - leftBySlow) + fast * leftBySlow);
    double onlyFast = two * leftBySlow;
    double onlySlow = two * both / perMs - onlyFast;
    double ratio = perMs / both;
    double twoAndMore = two / (1 - ratio);
    double idle = 1 / (1 + onlySlow + onlyFast + twoAndMore);
    double requests =
        idle
            * (onlySlow + onlyFast + two * (2 / (1 - ratio) + ratio / ((1 - ratio) * (1 - ratio))));
    assertThat(result.meanMs()).isCloseTo(requests / perMs, withinPercentage(2));
    assertThat(result.account().watts())
        .isCloseTo(watts(idle * onlySlow, idle * onlyFast, idle * twoAndMore), withinPercentage(1));
  }

  @Test
  void withCoresForAllTimesFollowTheThresholds() {
    List<SpeedClass> steps = new ArrayList<>();
    for (double speed : new double[] {0.25, 0.5, 1}) {
      steps.add(new SpeedClass("clock-" + speed, 10_000, speed, 8 * speed * speed * speed, 0));
    }
    SpeedMachine machine = SpeedMachine.ofClocks(steps.toArray(SpeedClass[]::new));
    Profile profile = EXPONENTIAL.select(IntStream.range(0, 10_000).toArray());
    Trace trace = Traces.draw(new PoissonArrivals(200), profile, 20_000, 1);
    EnergyResult result =
        new EnergySimulation(profile, machine).run(SlowToFast.of(4_000_000L, 10_000_000L), trace);
    double joules = 0;
    for (int i = 0; i < trace.size(); i++) {
      double demandMs = profile.timeMs(trace.request(i), 1);
      // 4 ms at 1/4 are 1 ms of work, 6 ms at 1/2 are 3 more.
      double slowMs = Math.min(4, demandMs * 4);
      double middleMs = Math.clamp((demandMs - 1) * 2, 0, 6);
      double fastMs = Math.max(0, demandMs - 4);
      assertThat(result.latencyNanos(i) / 1e6).isCloseTo(slowMs + middleMs + fastMs, within(2e-6));
      joules += 8e-3 * (slowMs / 64 + middleMs / 8 + fastMs);
    }
    assertThat(result.account().joules()).isCloseTo(joules, withinPercentage(1e-3));
  }
}
