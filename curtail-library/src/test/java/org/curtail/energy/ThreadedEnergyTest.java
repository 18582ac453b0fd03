package org.curtail.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.curtail.Cases;
import org.curtail.FirstComeFirstServed;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.FixedInterval;
import org.curtail.policy.Sequential;
import org.curtail.policy.TailIndex;
import org.curtail.sim.Machine;
import org.curtail.sim.Simulation;
import org.curtail.sim.SimulationResult;
import org.curtail.sim.Trace;
import org.curtail.speed.MoveCost;
import org.curtail.speed.SlowToFast;
import org.curtail.speed.SpeedClass;
import org.curtail.speed.SpeedMachine;
import org.curtail.speed.WhenFull;
import org.junit.jupiter.api.Test;

/** Requests with several threads on cores of several speeds. */
class ThreadedEnergyTest {
  private static final long MS = 1_000_000;
  private static final SlowToFast NEVER_UP = SlowToFast.of();

  /** 10 ms on one thread, 6 ms on two. */
  private static final Profile TWO_THREADS = Profile.of("two threads", new double[][] {{10, 6}});

  private static final Trace ONE = Trace.of(new double[] {0}, new int[] {0});

  private static Profile profile(RandomGenerator random) {
    double[][] timesMs = new double[random.nextInt(1, 40)][4];
    for (double[] times : timesMs) {
      times[0] = random.nextInt(1, 20_000) / 1000.0;
      for (int d = 1; d < 4; d++) {
        times[d] = times[d - 1] * random.nextDouble(0.6, 1.1);
      }
    }
    return Profile.of("random", timesMs);
  }

  private static Trace trace(RandomGenerator random, Profile profile, int cores) {
    int[] places = new int[profile.requests()];
    double[] arrivalsMs = new double[places.length];
    double at = 0;
    for (int r = 0; r < places.length; r++) {
      at += random.nextInt(3) == 0 ? 0 : random.nextInt(20_000) / 1000.0 / cores;
      arrivalsMs[r] = at;
      places[r] = r;
    }
    return Trace.of(arrivalsMs, places);
  }

  private static List<Policy> policies(Profile profile) {
    return List.of(
        new Sequential(),
        new FixedDegree(3),
        new FixedInterval(2, 4),
        TailIndex.queueing(profile),
        TailIndex.of(profile));
  }

  private static SpeedMachine machine(RandomGenerator random) {
    boolean cores = random.nextBoolean();
    int count = random.nextInt(1, 5);
    var classes = new ArrayList<SpeedClass>();
    double speed = 0.2;
    double watts = 0.5;
    int kinds = random.nextInt(1, 4);
    for (int k = 0; k < kinds; k++) {
      speed += random.nextDouble(0.05, 0.25);
      watts += random.nextDouble(0.1, 3);
      classes.add(
          new SpeedClass(
              "k" + k,
              cores ? random.nextInt(1, 4) : count,
              speed,
              watts,
              cores ? random.nextDouble(0, 0.5) : 0.2));
    }
    SpeedClass[] all = classes.toArray(SpeedClass[]::new);
    return cores ? SpeedMachine.ofCores(all) : SpeedMachine.ofClocks(all);
  }

  private static SlowToFast thresholds(RandomGenerator random, SpeedMachine machine) {
    var all = new ArrayList<Long>();
    long at = 0;
    for (int k = 0; k < machine.fastest(); k++) {
      at += random.nextInt(10) * MS;
      all.add(at);
    }
    return new SlowToFast(all, WhenFull.TAKES_ANY);
  }

  @Test
  void onOneClassEveryRequestEndsWhenItEndsInASimulation() {
    Cases.random(
        1,
        60,
        random -> {
          Profile profile = profile(random);
          int cores = random.nextInt(1, 7);
          Trace trace = trace(random, profile, cores);
          var only = new SpeedClass("all", cores, 1, 1, 0.5);
          SpeedMachine machine =
              random.nextBoolean() ? SpeedMachine.ofCores(only) : SpeedMachine.ofClocks(only);
          for (Policy policy : policies(profile)) {
            SimulationResult expected =
                Simulation.run(policy, profile, trace, Machine.ofCores(cores));
            EnergyResult result =
                new ThreadedEnergySimulation(profile, machine).run(policy, NEVER_UP, trace);
            for (int i = 0; i < result.requests(); i++) {
              assertThat(result.latencyNanos(i))
                  .as("%s, request %d", policy, i)
                  .isEqualTo(expected.latencyNanos(i));
            }
          }
        });
  }

  @Test
  void withOneThreadEachClocksGoUpAsInTheOtherSimulation() {
    Cases.random(
        2,
        60,
        random -> {
          Profile profile = profile(random);
          SpeedMachine machine = machine(random);
          if (machine.kind() == SpeedMachine.Kind.CORES) {
            return; // There they stay where they are; here they are dealt anew at every event.
          }
          Trace trace = trace(random, profile, machine.cores());
          SlowToFast speeds = thresholds(random, machine);
          EnergyResult expected = new EnergySimulation(profile, machine).run(speeds, trace);
          EnergyResult result =
              new ThreadedEnergySimulation(profile, machine)
                  .run(new FirstComeFirstServed(), speeds, trace);
          for (int i = 0; i < result.requests(); i++) {
            assertThat(result.latencyNanos(i)).isCloseTo(expected.latencyNanos(i), within(50L));
          }
          assertThat(result.account().joules())
              .isCloseTo(expected.account().joules(), within(1e-5 * expected.account().joules()));
        });
  }

  @Test
  void anAccountantOutsideFindsTheSameWorkAndTheSameEnergy() {
    Cases.random(
        3,
        100,
        random -> {
          Profile profile = profile(random);
          SpeedMachine machine = machine(random);
          Trace trace = trace(random, profile, machine.cores());
          SlowToFast speeds = thresholds(random, machine);
          for (Policy policy : policies(profile)) {
            var accountant = new ThreadAccountant(profile, machine, speeds, trace);
            EnergyResult result =
                new ThreadedEnergySimulation(profile, machine)
                    .run(policy, speeds, trace, accountant);
            assertThat(result.account().joules())
                .isCloseTo(accountant.joules, within(1e-6 * accountant.joules));
          }
        });
  }

  @Test
  void twoThreadsOnAFastAndASlowCoreGoOnAtTheMeanOfTheirSpeeds() {
    SpeedMachine machine =
        SpeedMachine.ofCores(
            new SpeedClass("slow", 1, 0.5, 1, 0), new SpeedClass("fast", 1, 1, 6, 0));
    EnergyResult result =
        new ThreadedEnergySimulation(TWO_THREADS, machine)
            .run(new FixedDegree(2), SlowToFast.of(0L), ONE);
    assertThat(result.latencyNanos(0)).isEqualTo(8 * MS);
    assertThat(result.account().joules()).isCloseTo(8e-3 * 7, within(1e-9));
  }

  @Test
  void aRequestThatIsDueMidwayGoesOnFaster() {
    SpeedMachine machine =
        SpeedMachine.ofClocks(
            new SpeedClass("slow", 2, 0.5, 1, 0), new SpeedClass("fast", 2, 1, 6, 0));
    EnergyResult result =
        new ThreadedEnergySimulation(TWO_THREADS, machine)
            .run(new FixedDegree(2), SlowToFast.of(6 * MS), ONE);
    // Half is done after 6 ms at half the speed; the rest takes 3 ms.
    assertThat(result.latencyNanos(0)).isEqualTo(9 * MS);
    assertThat(result.account().joules()).isCloseTo(6e-3 * 2 + 3e-3 * 12, within(1e-9));
  }

  @Test
  void whatIsNotSimulatedIsRefused() {
    SpeedMachine machine = SpeedMachine.ofCores(new SpeedClass("all", 2, 1, 1, 0));
    assertThatThrownBy(
            () -> new ThreadedEnergySimulation(TWO_THREADS, machine.movingAt(new MoveCost(1, 0))))
        .hasMessageContaining("moving must cost nothing");
    assertThatThrownBy(() -> new ThreadedEnergySimulation(TWO_THREADS, machine.withBudgetWatts(5)))
        .hasMessageContaining("budget");
    assertThatThrownBy(() ->
            new ThreadedEnergySimulation(TWO_THREADS, machine)
                .run(new Sequential(), SlowToFast.of(1L), ONE))
        .hasMessageContaining("1 thresholds for a machine of 1 classes");
  }
}
