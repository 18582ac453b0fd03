package org.curtail.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.curtail.Profile;
import org.curtail.energy.EnergySimulation;
import org.curtail.energy.SimulatedPlaces;
import org.curtail.energy.SpeedOpponents;
import org.curtail.sim.Trace;
import org.curtail.speed.SlowToFast;
import org.curtail.speed.SpeedClass;
import org.curtail.speed.SpeedMachine;
import org.curtail.speed.SpeedPolicy;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

/**
 * The same requests in the simulation of energy and in an engine with classes of speed. The
 * engine's requests reach a border at each event. All run on the same classes at the same moments,
 * to the nanosecond.
 */
class SpeedParityTest {
  private static final int CASES = Cases.count(100, 3_000);
  private static final long MS = 1_000_000;

  static SpeedMachine machine(RandomGenerator random) {
    int classes = random.nextInt(1, 5);
    var list = new ArrayList<SpeedClass>();
    double watts = 0;
    for (int k = 0; k < classes; k++) {
      watts += random.nextDouble(0.1, 3);
      double speed = (k + 1.0) / classes;
      list.add(new SpeedClass("class-" + k, random.nextInt(1, 4), speed, watts, watts / 10));
    }
    SpeedMachine machine = SpeedMachine.ofCores(list.toArray(SpeedClass[]::new));
    if (random.nextBoolean()) {
      machine = machine.movingAt(random.nextInt(300_000), 0);
    }
    if (random.nextInt(4) == 0) {
      machine = machine.withUnscaledShare(random.nextDouble() * 0.9);
    }
    if (random.nextInt(4) == 0) {
      SpeedClass fastest = machine.classes().getLast();
      machine =
          machine.withBudgetWatts(
              machine.idleWatts() + random.nextDouble(1, 4) * fastest.busyWatts());
    }
    return machine;
  }

  static Profile profile(RandomGenerator random, int requests) {
    double[][] timesMs = new double[requests][1];
    for (double[] times : timesMs) {
      times[0] = random.nextDouble(0.1, 20);
    }
    return Profile.of("random", timesMs);
  }

  static Trace trace(RandomGenerator random, int requests, int cores) {
    double[] arrivalsMs = new double[requests];
    double gapMs = random.nextDouble(0.5, 20) / cores;
    double at = 0;
    for (int r = 0; r < requests; r++) {
      at += random.nextDouble(1e-4, 2 * gapMs);
      arrivalsMs[r] = at;
    }
    int[] places = new int[requests];
    Arrays.setAll(places, r -> r);
    return Trace.of(arrivalsMs, places);
  }

  /** Policy that depends on much of its view, and moves requests down too. */
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
              + (load.waiting() > 0 ? load.waitingAgeNanos(load.waiting() - 1) / MS : 0)
              + (request.isOldest() ? 1 : 0);
      return new SpeedPolicy.Wish(
          (int) (sum % (load.machine().fastest() + 1)), (request.ageNanos() / MS + 1) * MS);
    }
  }

  static SpeedPolicy policy(RandomGenerator random, SpeedMachine machine) {
    var whenFull = new SpeedPolicy.WhenFull(random.nextBoolean(), random.nextBoolean());
    return switch (random.nextInt(6)) {
      case 0 -> SpeedPolicy.allFast(machine);
      case 1 -> SpeedPolicy.allSlow();
      case 2 -> SpeedOpponents.tailFirst();
      case 3 -> new Fickle(whenFull);
      default -> {
        var thresholds = new ArrayList<Long>();
        long at = 0;
        for (int k = 1; k < machine.classes().size(); k++) {
          at += random.nextLong(10 * MS);
          thresholds.add(at);
        }
        yield new SlowToFast(thresholds, new SpeedPolicy.WhenFull(true, random.nextInt(4) > 0));
      }
    };
  }

  static String difference(List<String> simulated, List<String> enforced) {
    for (int i = 0; i < Math.max(simulated.size(), enforced.size()); i++) {
      String one = i < simulated.size() ? simulated.get(i) : "nothing";
      String other = i < enforced.size() ? enforced.get(i) : "nothing";
      if (!one.equals(other)) {
        return "after %s: %s against %s"
            .formatted(i == 0 ? "nothing" : simulated.get(i - 1), one, other);
      }
    }
    return "";
  }

  @Test
  void simulationAndEngineRunAllOnTheSameClassesAtTheSameMoments() {
    int[] moves = {0};
    Cases.random(
        1,
        CASES,
        random -> {
          SpeedMachine drawn = machine(random);
          SpeedPolicy policy = policy(random, drawn);
          // A policy with varying decisions moves requests up and down again at one moment. The
          // simulation counts these moves; in the engine no request moves.
          SpeedMachine machine = policy instanceof Fickle ? drawn.movingAt(0, 0) : drawn;
          int requests = random.nextInt(1, 60);
          Profile profile = profile(random, requests);
          Trace trace = trace(random, requests, machine.cores());
          SimulatedPlaces.Run simulated =
              SimulatedPlaces.of(new EnergySimulation(profile, machine), policy, trace);
          var engine = new TimedSpeedEngine(profile, machine, policy, trace);
          List<String> moments = engine.run();
          assertThat(difference(simulated.moments(), moments))
              .as("%s on %s, simulator against engine", policy, machine)
              .isEmpty();
          for (int i = 0; i < requests; i++) {
            assertThat(engine.latencyNanos[i]).isEqualTo(simulated.result().latencyNanos(i));
            assertThat(engine.waitNanos[i]).isEqualTo(simulated.result().waitNanos(i));
          }
          for (int k = 0; k < machine.classes().size(); k++) {
            assertThat(engine.busyNanos[k])
                .isEqualTo(simulated.result().account().busyNanos().get(k));
          }
          moves[0] += simulated.moves();
        });
    assertThat(moves[0]).isGreaterThan(CASES);
  }
}
