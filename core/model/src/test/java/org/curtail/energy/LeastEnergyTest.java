package org.curtail.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.curtail.Profile;
import org.curtail.energy.LeastEnergy.ClairvoyantEnergy;
import org.curtail.sim.Trace;
import org.curtail.speed.SpeedClass;
import org.curtail.speed.SpeedMachine;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

/** Optima against numerical ones, and the schedules that attain them. */
class LeastEnergyTest {
  private static final int GRID = 600;

  /** Returns the energy of a piece of work within a time. */
  private interface Price {
    double joules(double workMs, double timeMs);
  }

  /**
   * Returns an upper bound of the least mean energy, by dynamic programming over a grid of times.
   */
  private static double numericalOptimum(
      Profile profile, double lastMs, double deadlineMs, Price price) {
    var weightAt = new TreeMap<Double, Double>();
    for (int r = 0; r < profile.requests(); r++) {
      weightAt.merge(Math.min(lastMs, profile.timeMs(r, 1)), profile.weight(r), Double::sum);
    }
    double[] best = new double[GRID + 1];
    double fromMs = 0;
    double survival = 1;
    for (var end : weightAt.entrySet()) {
      double workMs = end.getKey() - fromMs;
      double[] here = new double[GRID + 1];
      for (int t = 0; t <= GRID; t++) {
        here[t] = survival * price.joules(workMs, t * deadlineMs / GRID);
      }
      double[] next = new double[GRID + 1];
      Arrays.fill(next, Double.POSITIVE_INFINITY);
      for (int all = 0; all <= GRID; all++) {
        for (int t = 0; t <= all; t++) {
          next[all] = Math.min(next[all], best[all - t] + here[t]);
        }
      }
      best = next;
      fromMs = end.getKey();
      survival -= end.getValue() / profile.totalWeight();
    }
    return best[GRID];
  }

  /** Returns the least energy over all pairs of classes, without convex hulls. */
  private static double byPairs(SpeedMachine machine, double workMs, double timeMs) {
    double best = Double.POSITIVE_INFINITY;
    for (int a = 0; a < machine.classes().size(); a++) {
      for (int b = 0; b < machine.classes().size(); b++) {
        double aMs = workMs / machine.progress(a);
        double bMs = workMs / machine.progress(b);
        double aJoules = machine.busyBeyondIdleWatts(a) * aMs / 1e3;
        double bJoules = machine.busyBeyondIdleWatts(b) * bMs / 1e3;
        if (aMs <= timeMs) {
          best = Math.min(best, aJoules);
        } else if (bMs <= timeMs) {
          double share = (timeMs - bMs) / (aMs - bMs);
          best = Math.min(best, share * aJoules + (1 - share) * bJoules);
        }
      }
    }
    return best;
  }

  private static Profile profile(RandomGenerator random) {
    int requests = random.nextInt(1, 5);
    double[][] timesMs = new double[requests][1];
    double[] weights = new double[requests];
    for (int r = 0; r < requests; r++) {
      timesMs[r][0] = random.nextInt(1, 20);
      weights[r] = random.nextInt(1, 10);
    }
    return Profile.weighted("random", timesMs, weights);
  }

  private static SpeedMachine machine(RandomGenerator random) {
    var steps = new ArrayList<SpeedClass>();
    int count = random.nextInt(1, 6);
    double watts = 0;
    for (int k = 0; k < count; k++) {
      watts += random.nextDouble(0.1, 4);
      steps.add(new SpeedClass("step-" + k, 1, (k + 1.0) / count, watts, 0.1));
    }
    return SpeedMachine.ofClocks(steps.toArray(SpeedClass[]::new))
        .withUnscaledShare(random.nextBoolean() ? 0 : random.nextDouble() * 0.5);
  }

  @Test
  void theLeastEnergyOfATableIsTheNumericalOptimum() {
    Cases.random(
        1,
        40,
        random -> {
          Profile profile = profile(random);
          SpeedMachine machine = machine(random);
          LeastEnergy least = LeastEnergy.of(profile, machine, 100);
          double deadlineMs =
              least.shortestMs() * 1.02
                  + random.nextDouble() * (least.longestMs() - least.shortestMs());
          double numerical =
              numericalOptimum(
                  profile,
                  profile.percentileMs(100, 1),
                  deadlineMs,
                  (workMs, timeMs) -> byPairs(machine, workMs, timeMs));
          // The grid is never better.
          assertThat(least.joules(deadlineMs)).isLessThanOrEqualTo(numerical * (1 + 1e-9));
          if (Double.isFinite(numerical)) {
            assertThat(least.joules(deadlineMs)).isCloseTo(numerical, withinPercentage(1));
          }
        });
  }

  @Test
  void theFormulaOfPaceIsTheNumericalOptimum() {
    Cases.random(
        100,
        30,
        random -> {
          Profile profile = profile(random);
          double exponent = random.nextDouble(1.5, 4);
          double deadlineMs = random.nextDouble(5, 60);
          double numerical =
              numericalOptimum(
                  profile,
                  profile.percentileMs(100, 1),
                  deadlineMs,
                  (workMs, timeMs) ->
                      timeMs == 0
                          ? Double.POSITIVE_INFINITY
                          : 7 * Math.pow(workMs / timeMs, exponent) * timeMs / 1e3);
          double formula = PowerLawPace.joules(profile, 100, deadlineMs, exponent, 7);
          assertThat(formula).isLessThanOrEqualTo(numerical * (1 + 1e-9));
          assertThat(formula).isCloseTo(numerical, withinPercentage(1));
        });
  }

  @Test
  void aFineTableApproachesTheFormula() {
    SpeedClass[] steps =
        IntStream.rangeClosed(1, 200)
            .mapToObj(k -> new SpeedClass("step-" + k, 1, k / 200.0, 8 * Math.pow(k / 200.0, 3), 0))
            .toArray(SpeedClass[]::new);
    double[][] timesMs =
        IntStream.range(0, 500)
            .mapToObj(r -> new double[] {-10 * Math.log(1 - (r + 0.5) / 500)})
            .toArray(double[][]::new);
    Profile profile = Profile.of("exponential", timesMs);
    LeastEnergy least = LeastEnergy.of(profile, SpeedMachine.ofClocks(steps), 99);
    double[] upTo = new double[500];
    Arrays.setAll(upTo, r -> Math.min(timesMs[r][0], profile.percentileMs(99, 1)));
    Profile cut =
        Profile.of(
            "cut", Arrays.stream(upTo).mapToObj(ms -> new double[] {ms}).toArray(double[][]::new));
    // Long enough that the formula needs no speed above 1.
    for (double deadlineMs : new double[] {120, 200, 300}) {
      double formula = PowerLawPace.joules(profile, 99, deadlineMs, 3, 8);
      assertThat(LeastEnergy.of(cut, SpeedMachine.ofClocks(steps), 100).joules(deadlineMs))
          .isCloseTo(formula, withinPercentage(0.1));
      // Beyond the percentile the steps need almost no energy, since there is no deadline.
      assertThat(least.joules(deadlineMs)).isCloseTo(formula, withinPercentage(1));
    }
  }

  @Test
  void aSingleRequestUnderTheScheduleUsesTheOptimalEnergy() {
    Cases.random(
        200,
        200,
        random -> {
          Profile profile = profile(random);
          SpeedMachine machine = machine(random);
          LeastEnergy least = LeastEnergy.of(profile, machine, 100);
          double deadlineMs =
              least.shortestMs() * 1.001
                  + random.nextDouble() * (least.longestMs() - least.shortestMs());
          double joules = 0;
          for (int r = 0; r < profile.requests(); r++) {
            EnergyResult alone =
                new EnergySimulation(profile, machine)
                    .run(least.schedule(deadlineMs), Trace.of(new double[] {0}, new int[] {r}));
            assertThat(alone.latencyNanos(0) / 1e6).isLessThanOrEqualTo(deadlineMs + 1e-4);
            EnergyAccount account = alone.account();
            double beyond = account.joules() - machine.idleWatts() * account.endNanos() * 1e-9;
            joules += beyond * profile.weight(r) / profile.totalWeight();
          }
          assertThat(least.joules(deadlineMs)).isCloseTo(joules, withinPercentage(0.01));
        });
  }

  @Test
  void knowingTheDemandSavesAndNeverCosts() {
    Cases.random(
        500,
        200,
        random -> {
          Profile profile = profile(random);
          SpeedMachine machine = machine(random);
          double percentile = random.nextDouble(50, 100);
          LeastEnergy least = LeastEnergy.of(profile, machine, percentile);
          double deadlineMs = least.shortestMs() * random.nextDouble(1, 3);
          assertThat(ClairvoyantEnergy.joules(profile, machine, percentile, deadlineMs))
              .isLessThanOrEqualTo(least.joules(deadlineMs) * (1 + 1e-9));
        });
  }

  @Test
  void theClairvoyantLateRequestsAreThoseThatSaveMost() {
    // 1 W at half speed are 2 mJ for 1 ms of work, 4 W at full speed 4 mJ.
    SpeedMachine machine =
        SpeedMachine.ofClocks(
            new SpeedClass("slow", 1, 0.5, 1, 0), new SpeedClass("fast", 1, 1, 4, 0));
    Profile profile = Profile.of("four", new double[][] {{1}, {2}, {4}, {8}});
    // Within 8 ms: 1, 2 and 4 slowly; 8 only at full speed. So it is late, and all use the least
    // energy.
    assertThat(ClairvoyantEnergy.joules(profile, machine, 75, 8))
        .isCloseTo(15 * 2e-3 / 4, within(1e-10));
    assertThat(ClairvoyantEnergy.joules(profile, machine, 100, 8))
        .isCloseTo((7 * 2e-3 + 8 * 4e-3) / 4, within(1e-10));
    // 6 ms for the work of 4: 4 ms slowly for a half of it, 2 fast.
    assertThat(ClairvoyantEnergy.joules(profile, machine, 75, 6))
        .isCloseTo((3 * 2e-3 + 4e-3 * 1 + 2 * 4e-3 + 8 * 2e-3) / 4, within(1e-10));
    assertThat(ClairvoyantEnergy.joules(profile, machine, 100, 6)).isInfinite();
  }

  @Test
  void whereIdleCoresDrawLittleLessItIsBetterToBeFastAndThenIdle() {
    // Beyond idle: 1 W at half speed, 1.5 W at full speed: fast work needs less energy.
    SpeedMachine machine =
        SpeedMachine.ofClocks(
            new SpeedClass("slow", 1, 0.5, 2, 1), new SpeedClass("fast", 1, 1, 2.5, 1));
    Profile profile = Profile.of("two", new double[][] {{4}, {8}});
    LeastEnergy least = LeastEnergy.of(profile, machine, 100);
    assertThat(least.longestMs()).isEqualTo(least.shortestMs());
    assertThat(least.schedule(100).thresholdsNanos()).containsExactly(0L);
    assertThat(least.joules(100)).isCloseTo(6 * 1.5e-3, within(1e-12));
  }

  @Test
  void anImpossibleDeadlineHasNoEnergyAndThresholdsOf0() {
    SpeedMachine machine = Machines.server();
    LeastEnergy least = LeastEnergy.of(Profile.of("one", new double[][] {{10}}), machine, 99);
    assertThat(least.shortestMs()).isCloseTo(10, within(1e-9));
    assertThat(least.joules(9.9)).isInfinite();
    assertThat(least.schedule(9.9).thresholdsNanos()).containsOnly(0L);
  }
}
