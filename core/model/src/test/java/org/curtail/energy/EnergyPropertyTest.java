package org.curtail.energy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.curtail.Profile;
import org.curtail.energy.SpeedOpponents.TailFirst;
import org.curtail.policy.OneThreadEach;
import org.curtail.sim.Machine;
import org.curtail.sim.Simulation;
import org.curtail.sim.SimulationResult;
import org.curtail.sim.Trace;
import org.curtail.speed.SlowToFast;
import org.curtail.speed.SpeedClass;
import org.curtail.speed.SpeedMachine;
import org.curtail.speed.SpeedPolicy;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Properties of any machine and any requests. */
class EnergyPropertyTest {
  private static final long MS = 1_000_000;

  /** Whole microseconds, so that many events coincide. */
  private record Case(Profile profile, Trace trace) {
    static Case random(RandomGenerator random, int cores) {
      int requests = random.nextInt(1, 60);
      double[][] timesMs = new double[requests][1];
      double[] arrivalsMs = new double[requests];
      int[] places = new int[requests];
      double at = 0;
      double gapMs = random.nextDouble(0.5, 20) / cores;
      for (int r = 0; r < requests; r++) {
        timesMs[r][0] = random.nextInt(1, 20_000) / 1000.0;
        at += random.nextInt(4) == 0 ? 0 : random.nextInt(1 + (int) (2000 * gapMs)) / 1000.0;
        arrivalsMs[r] = at;
        places[r] = r;
      }
      return new Case(Profile.of("random", timesMs), Trace.of(arrivalsMs, places));
    }

    double[] demandNanos() {
      return IntStream.range(0, trace.size())
          .mapToDouble(r -> profile.timeMs(r, 1) * 1e6)
          .toArray();
    }

    EnergyResult run(SpeedMachine machine, SpeedPolicy policy) {
      return new EnergySimulation(profile, machine).run(policy, trace);
    }
  }

  private static SpeedMachine machine(RandomGenerator random, SpeedMachine.Kind kind) {
    int classes = random.nextInt(1, 5);
    int cores = random.nextInt(1, 6);
    var list = new ArrayList<SpeedClass>();
    double busyWatts = 0;
    for (int k = 0; k < classes; k++) {
      busyWatts += random.nextDouble(0.1, 3);
      list.add(
          new SpeedClass(
              "class-" + k,
              kind == SpeedMachine.Kind.CLOCKS ? cores : random.nextInt(1, 4),
              (k + 1.0) / classes,
              busyWatts,
              busyWatts * random.nextDouble()));
    }
    return new SpeedMachine(kind, list, 0, 0, 0, Double.POSITIVE_INFINITY);
  }

  private static SpeedMachine.Kind kind(RandomGenerator random) {
    return random.nextBoolean() ? SpeedMachine.Kind.CORES : SpeedMachine.Kind.CLOCKS;
  }

  private static SpeedMachine costly(RandomGenerator random, SpeedMachine machine) {
    SpeedMachine moving =
        random.nextBoolean()
            ? machine
            : machine.movingAt(random.nextInt(1000) * 1000L, random.nextDouble());
    SpeedMachine partly =
        random.nextBoolean() ? moving : moving.withUnscaledShare(random.nextDouble() * 0.9);
    if (random.nextBoolean()) {
      return partly;
    }
    double idle = partly.idleWatts();
    double most =
        idle
            + IntStream.range(0, partly.classes().size())
                .mapToDouble(
                    k -> partly.classes().get(k).count() * partly.classes().get(k).busyWatts())
                .sum();
    double least =
        idle
            + IntStream.range(0, partly.classes().size())
                .mapToDouble(partly::busyBeyondIdleWatts)
                .max()
                .orElseThrow();
    return partly.withBudgetWatts(least + random.nextDouble() * (most - least));
  }

  private static List<Long> thresholds(RandomGenerator random, SpeedMachine machine) {
    var thresholds = new ArrayList<Long>();
    long at = 0;
    for (int k = 1; k < machine.classes().size(); k++) {
      at += random.nextInt(10) * MS;
      thresholds.add(random.nextInt(8) == 0 ? SpeedPolicy.Wish.NEVER : at);
      if (thresholds.getLast() == SpeedPolicy.Wish.NEVER) {
        break;
      }
    }
    return thresholds;
  }

  /** Policy that decides differently with everything visible to it. */
  private record Fickle(SpeedPolicy.WhenFull whenFull) implements SpeedPolicy {
    @Override
    public String name() {
      return "fickle";
    }

    @Override
    public SpeedPolicy.Wish wish(SpeedPolicy.RequestView request, SpeedPolicy.LoadView load) {
      long sum =
          request.ageNanos() / MS
              + load.running()
              + 3L * load.waiting()
              + (request.isOldest() ? 1 : 0)
              + (long) (request.attainedNanos() / MS);
      return new SpeedPolicy.Wish(
          (int) (sum % (load.machine().fastest() + 1)), (request.ageNanos() / MS + 1) * MS);
    }
  }

  private static SpeedPolicy policy(RandomGenerator random, SpeedMachine machine) {
    return switch (random.nextInt(5)) {
      case 0 -> SpeedPolicy.allFast(machine);
      case 1 -> SpeedPolicy.allSlow();
      case 2 -> new TailFirst();
      case 3 -> new Fickle(new SpeedPolicy.WhenFull(random.nextBoolean(), random.nextBoolean()));
      default ->
          new SlowToFast(
              thresholds(random, machine), new SpeedPolicy.WhenFull(true, random.nextBoolean()));
    };
  }

  @Test
  void theAccountsAreExactAfterEachEvent() {
    accountsAreExact(1, 150);
  }

  @Test
  @Tag("long")
  void theAccountsAreExactAfterEachEventOfManyRuns() {
    accountsAreExact(1_000_000, 10_000);
  }

  private static void accountsAreExact(long seed, int count) {
    Cases.random(
        seed,
        count,
        random -> {
          SpeedMachine machine = costly(random, machine(random, kind(random)));
          Case one = Case.random(random, machine.cores());
          var accountant = new EnergyAccountant(machine, one.demandNanos());
          EnergyResult result =
              new EnergySimulation(one.profile(), machine)
                  .run(policy(random, machine), one.trace(), accountant);
          assertThat(accountant.ended).isEqualTo(one.trace().size());
          assertThat(accountant.settled).isGreaterThanOrEqualTo(1);
          for (int i = 0; i < result.requests(); i++) {
            assertThat(result.latencyNanos(i) + 1.0)
                .isGreaterThanOrEqualTo(result.waitNanos(i) + one.demandNanos()[i]);
          }
        });
  }

  @Test
  void slowToFastKeepsItsRules() {
    rulesAreKept(10_000, 200);
  }

  @Test
  @Tag("long")
  void slowToFastKeepsItsRulesInManyRuns() {
    rulesAreKept(2_000_000, 10_000);
  }

  private static void rulesAreKept(long seed, int count) {
    int[] early = {0};
    Cases.random(
        seed,
        count,
        random -> {
          SpeedMachine machine = machine(random, kind(random));
          List<Long> thresholds = thresholds(random, machine);
          Case one = Case.random(random, machine.cores());
          var referee = new PlacementReferee(machine, thresholds);
          new EnergySimulation(one.profile(), machine)
              .run(
                  new SlowToFast(thresholds, SpeedPolicy.WhenFull.TAKES_ANY), one.trace(), referee);
          early[0] += referee.early;
        });
    assertThat(early[0]).as("moves before they were due").isGreaterThan(count);
  }

  @Test
  void oneClassOfSpeed1EndsEveryRequestAsInTheOtherSimulation() {
    Cases.random(
        20_000,
        100,
        random -> {
          int cores = random.nextInt(1, 6);
          var only = new SpeedClass("all", cores, 1, 1, 0.5);
          SpeedMachine machine =
              random.nextBoolean() ? SpeedMachine.ofCores(only) : SpeedMachine.ofClocks(only);
          Case one = Case.random(random, cores);
          SimulationResult expected =
              Simulation.run(
                  OneThreadEach.firstComeFirstServed(),
                  one.profile(),
                  one.trace(),
                  Machine.ofCores(cores));
          for (SpeedPolicy policy :
              List.of(
                  SlowToFast.of(),
                  SpeedPolicy.allSlow(),
                  SpeedPolicy.allFast(machine),
                  new TailFirst())) {
            EnergyResult result = one.run(machine, policy);
            for (int i = 0; i < result.requests(); i++) {
              assertThat(result.latencyNanos(i)).isEqualTo(expected.latencyNanos(i));
            }
          }
        });
  }

  private static void assertSame(EnergyResult one, EnergyResult other) {
    assertThat(one.account()).isEqualTo(other.account());
    for (int i = 0; i < one.requests(); i++) {
      assertThat(one.latencyNanos(i)).isEqualTo(other.latencyNanos(i));
      assertThat(one.waitNanos(i)).isEqualTo(other.waitNanos(i));
    }
  }

  @Test
  void unreachedThresholdsKeepAllSlow() {
    Cases.random(
        30_000,
        100,
        random -> {
          SpeedMachine clocks = costly(random, machine(random, SpeedMachine.Kind.CLOCKS));
          Case one = Case.random(random, clocks.cores());
          assertSame(
              one.run(clocks, SlowToFast.of(SpeedPolicy.Wish.NEVER)),
              one.run(clocks, SpeedPolicy.allSlow()));
          SpeedMachine cores = costly(random, machine(random, SpeedMachine.Kind.CORES));
          assertSame(
              one.run(cores, new SlowToFast(List.of(), new SpeedPolicy.WhenFull(true, false))),
              one.run(cores, SpeedPolicy.allSlow()));
        });
  }

  @Test
  void thresholdsOf0AreTheTailFirst() {
    Cases.random(
        40_000,
        100,
        random -> {
          SpeedMachine machine = costly(random, machine(random, kind(random)));
          Case one = Case.random(random, machine.cores());
          Long[] zeros = new Long[machine.fastest()];
          Arrays.fill(zeros, 0L);
          assertSame(one.run(machine, SlowToFast.of(zeros)), one.run(machine, new TailFirst()));
        });
  }

  @Test
  void onClocksWithoutBudgetTheTailFirstIsAllFast() {
    Cases.random(
        50_000,
        100,
        random -> {
          SpeedMachine machine = machine(random, SpeedMachine.Kind.CLOCKS);
          Case one = Case.random(random, machine.cores());
          assertSame(
              one.run(machine, new TailFirst()), one.run(machine, SpeedPolicy.allFast(machine)));
        });
  }
}
