package org.curtail.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.curtail.DelegatingPolicy;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.energy.SpeedOpponents.PredictedLong;
import org.curtail.energy.SpeedOpponents.TailFirst;
import org.curtail.policies.Policies;
import org.curtail.policy.Boosted;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.FixedInterval;
import org.curtail.policy.OneThreadEach;
import org.curtail.policy.Sequential;
import org.curtail.policy.TailIndex;
import org.curtail.sim.Machine;
import org.curtail.sim.Predictor;
import org.curtail.sim.Simulation;
import org.curtail.sim.SimulationResult;
import org.curtail.sim.Trace;
import org.curtail.speed.SlowToFast;
import org.curtail.speed.SpeedClass;
import org.curtail.speed.SpeedMachine;
import org.curtail.speed.SpeedPolicy;
import org.curtail.testkit.Cases;
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
      times[0] = random.nextDouble(0.001, 20);
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
        TailIndex.queueing(profile).malleable());
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

  /**
   * Moves have a cost, a part of the work does not scale, and not all cores can be fast at once.
   */
  private static SpeedMachine costly(RandomGenerator random, SpeedMachine plain) {
    SpeedMachine machine = plain;
    if (random.nextBoolean()) {
      machine = machine.movingAt(random.nextInt(300_000), random.nextDouble() / 100);
    }
    if (random.nextInt(3) == 0) {
      machine = machine.withUnscaledShare(random.nextDouble() * 0.9);
    }
    if (random.nextBoolean()) {
      double busy = machine.classes().getLast().busyWatts();
      machine = machine.withBudgetWatts(machine.idleWatts() + random.nextDouble(1, 4) * busy);
    }
    return machine;
  }

  /** Policy with a thread for each core. */
  private record OnCores(Policy policy) implements DelegatingPolicy {
    @Override
    public int threads(int cores) {
      return Math.min(cores, policy.threads(cores));
    }
  }

  private static SlowToFast thresholds(RandomGenerator random, SpeedMachine machine) {
    var all = new ArrayList<Long>();
    long at = 0;
    for (int k = 0; k < machine.fastest(); k++) {
      at += random.nextInt(10) * MS;
      all.add(at);
    }
    return new SlowToFast(all, SpeedPolicy.WhenFull.TAKES_ANY);
  }

  @Test
  void onOneClassEveryRequestEndsAsInASimulation() {
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
                Simulation.run(new OnCores(policy), profile, trace, Machine.ofCores(cores));
            EnergyResult result =
                new EnergySimulation(profile, machine).run(policy, NEVER_UP, trace);
            for (int i = 0; i < result.requests(); i++) {
              assertThat(result.latencyNanos(i))
                  .as("%s, request %d", policy, i)
                  .isEqualTo(expected.latencyNanos(i));
              assertThat(result.waitNanos(i)).isEqualTo(expected.waitNanos(i));
            }
          }
        });
  }

  private static SpeedPolicy speeds(RandomGenerator random, SpeedMachine machine) {
    return switch (random.nextInt(6)) {
      case 0 -> SpeedPolicy.allFast(machine);
      case 1 -> SpeedPolicy.allSlow();
      case 2 -> new TailFirst();
      case 3 -> new PredictedLong(10 * MS, 0);
      default ->
          new SlowToFast(
              thresholds(random, machine).thresholdsNanos(),
              new SpeedPolicy.WhenFull(true, random.nextBoolean()));
    };
  }

  @Test
  void withOneThreadEachAllIsAsInTheOtherSimulation() {
    Cases.random(
        2,
        100,
        random -> {
          Profile profile = profile(random);
          SpeedMachine machine = costly(random, machine(random));
          Trace trace = trace(random, profile, machine.cores());
          SpeedPolicy speeds = speeds(random, machine);
          EnergyResult expected =
              new EnergySimulation(profile, machine, Predictor.CLAIRVOYANT).run(speeds, trace);
          EnergyResult result =
              new EnergySimulation(profile, machine, Predictor.CLAIRVOYANT)
                  .run(OneThreadEach.firstComeFirstServed(), speeds, trace);
          for (int i = 0; i < result.requests(); i++) {
            assertThat(result.latencyNanos(i))
                .as("request %d, %s on %s", i, speeds, machine)
                .isCloseTo(expected.latencyNanos(i), within(50L));
            assertThat(result.waitNanos(i)).isCloseTo(expected.waitNanos(i), within(50L));
          }
          assertThat(result.account().moves()).isEqualTo(expected.account().moves());
          assertThat(result.account().joules())
              .isCloseTo(expected.account().joules(), within(1e-5 * expected.account().joules()));
        });
  }

  @Test
  void anAccountantOutsideFindsTheSameWorkAndTheSameEnergy() {
    int[] seen = new int[2];
    Cases.random(
        3,
        60,
        random -> {
          Profile profile = profile(random);
          SpeedMachine machine = costly(random, machine(random));
          Trace trace = trace(random, profile, machine.cores());
          SlowToFast speeds = thresholds(random, machine);
          for (Policy policy : policies(profile)) {
            var accountant = new ThreadAccountant(profile, machine, speeds, trace);
            new EnergySimulation(profile, machine)
                .run(policy, speeds, trace, accountant, accountant);
            seen[0] += accountant.moved;
            seen[1] += accountant.waited;
          }
        });
    assertThat(seen[0]).as("threads that moved").isGreaterThan(100);
    assertThat(seen[1]).as("events with threads that the budget left waiting").isGreaterThan(100);
  }

  private static EnergyResult twoThreads(SpeedMachine machine, Long... thresholdsNanos) {
    return new EnergySimulation(TWO_THREADS, machine)
        .run(new FixedDegree(2), SlowToFast.of(thresholdsNanos), ONE);
  }

  private static final SpeedMachine CLOCKS =
      SpeedMachine.ofClocks(
          new SpeedClass("slow", 2, 0.5, 1, 0), new SpeedClass("fast", 2, 1, 6, 0));

  @Test
  void twoThreadsOnAFastAndASlowCoreGoOnAtTheMeanOfTheirSpeeds() {
    EnergyResult result =
        twoThreads(
            SpeedMachine.ofCores(
                new SpeedClass("slow", 1, 0.5, 1, 0), new SpeedClass("fast", 1, 1, 6, 0)),
            0L);
    assertThat(result.latencyNanos(0)).isEqualTo(8 * MS);
    assertThat(result.account().joules()).isCloseTo(8e-3 * 7, within(1e-9));
  }

  @Test
  void aDueRequestContinuesFaster() {
    EnergyResult result = twoThreads(CLOCKS, 6 * MS);
    // Half is done after 6 ms at half the speed; the rest takes 3 ms.
    assertThat(result.latencyNanos(0)).isEqualTo(9 * MS);
    assertThat(result.account().joules()).isCloseTo(6e-3 * 2 + 3e-3 * 12, within(1e-9));
  }

  @Test
  void bothThreadsStandStillWhileTheirClocksChange() {
    EnergyResult result = twoThreads(CLOCKS.movingAt(MS, 0.01), 6 * MS);
    assertThat(result.latencyNanos(0)).isEqualTo(10 * MS);
    assertThat(result.account().moves()).isEqualTo(2);
    assertThat(result.account().joules()).isCloseTo(6e-3 * 2 + 4e-3 * 12 + 2 * 0.01, within(1e-9));
  }

  @Test
  void whileOneThreadMovesTheOtherContinues() {
    SpeedMachine machine =
        SpeedMachine.ofCores(
                new SpeedClass("slow", 2, 0.5, 1, 0), new SpeedClass("fast", 1, 1, 6, 0))
            .movingAt(MS, 0);
    EnergyResult result = twoThreads(machine, 6 * MS);
    // Of 6 ms of work 3 are done after 6 ms, a quarter in the next ms, and three quarters in each
    // ms after that.
    assertThat(result.latencyNanos(0)).isEqualTo(7 * MS + (long) Math.ceil(2.75 / 0.75 * MS));
    assertThat(result.account().moves()).isEqualTo(1);
  }

  @Test
  void theBudgetKeepsOneThreadSlowOrWithoutACore() {
    EnergyResult slow = twoThreads(CLOCKS.withBudgetWatts(7), 0L);
    assertThat(slow.latencyNanos(0)).isEqualTo(8 * MS);
    assertThat(slow.account().joules()).isCloseTo(8e-3 * 7, within(1e-9));
    EnergyResult none = twoThreads(CLOCKS.withBudgetWatts(6.5), 0L);
    assertThat(none.latencyNanos(0)).isEqualTo(12 * MS);
    assertThat(none.account().joules()).isCloseTo(12e-3 * 6, within(1e-9));
  }

  @Test
  void policiesThatCannotBeSimulatedAreRefused() {
    SpeedMachine machine = SpeedMachine.ofCores(new SpeedClass("all", 2, 1, 1, 0));
    var simulation = new EnergySimulation(TWO_THREADS, machine);
    assertThatThrownBy(() -> simulation.run(new Sequential(), SlowToFast.of(1L), ONE))
        .hasMessage("slow-to-fast wants class 1, the fastest of the machine is 0");
    Policy turns =
        Policies.named(
            "processor-sharing", new Policies.Ingredients(Optional.empty(), Optional.empty()));
    assertThatThrownBy(() -> simulation.run(turns, NEVER_UP, ONE))
        .hasMessageContaining("take turns");
    assertThatThrownBy(() -> simulation.run(new Boosted(new FixedDegree(2)), NEVER_UP, ONE))
        .hasMessageContaining("boosting");
  }
}
