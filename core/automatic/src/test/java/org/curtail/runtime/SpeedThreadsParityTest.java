package org.curtail.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.energy.EnergySimulation;
import org.curtail.energy.SimulatedThreadPlaces;
import org.curtail.energy.SpeedOpponents;
import org.curtail.energy.ThreadSpeedSchedule;
import org.curtail.policy.Adaptive;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.FixedInterval;
import org.curtail.policy.OneThreadEach;
import org.curtail.policy.TailIndex;
import org.curtail.sim.Trace;
import org.curtail.speed.SlowToFast;
import org.curtail.speed.SpeedMachine;
import org.curtail.speed.SpeedPolicy;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

/**
 * The same requests, with several threads each, in the simulation of energy and in an engine with
 * classes of speed. The engine's requests reach a border at each event. All threads run on the same
 * classes at the same moments, to the nanosecond.
 */
class SpeedThreadsParityTest {
  private static final int CASES = Cases.count(100, 3_000);
  private static final long MS = 1_000_000;

  private static Profile profile(RandomGenerator random, int requests) {
    double[][] timesMs = new double[requests][4];
    for (double[] times : timesMs) {
      times[0] = random.nextDouble(0.1, 20);
      for (int d = 1; d < 4; d++) {
        times[d] = times[d - 1] * random.nextDouble(0.6, 1.0);
      }
    }
    return Profile.of("random", timesMs);
  }

  private static Policy threads(RandomGenerator random, Profile profile) {
    return switch (random.nextInt(7)) {
      case 0 -> OneThreadEach.firstComeFirstServed();
      case 1 -> new FixedDegree(random.nextInt(1, 5));
      case 2 -> new FixedInterval(random.nextInt(1, 5), random.nextInt(2, 5));
      case 3 -> new Adaptive(List.of(3.0, 2.0, 1.5));
      case 4 -> TailIndex.patient(profile).malleable();
      default -> schedule(random);
    };
  }

  private static ThreadSpeedSchedule schedule(RandomGenerator random) {
    var steps = new ArrayList<ThreadSpeedSchedule.Step>();
    long atNanos = 0;
    int most = random.nextInt(2, 5);
    for (int degree = random.nextInt(1, most + 1); degree <= most; degree++) {
      steps.add(new ThreadSpeedSchedule.Step(atNanos, degree));
      atNanos += random.nextLong(1, 8 * MS);
    }
    return new ThreadSpeedSchedule(steps, SlowToFast.of());
  }

  private static SpeedPolicy speeds(RandomGenerator random, SpeedMachine machine) {
    return switch (random.nextInt(5)) {
      case 0 -> SpeedPolicy.allSlow();
      case 1 -> SpeedOpponents.tailFirst();
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

  @Test
  void simulationAndEngineRunAllThreadsOnTheSameClassesAtTheSameMoments() {
    int[] seen = new int[2];
    Cases.random(
        1,
        CASES,
        random -> {
          // Threads come together, and one moves up where another comes. The simulation counts
          // this move; in the engine no thread has had a core yet.
          SpeedMachine machine = SpeedParityTest.machine(random).movingAt(0, 0);
          int requests = random.nextInt(1, 60);
          Profile profile = profile(random, requests);
          Trace trace = SpeedParityTest.trace(random, requests, machine.cores());
          Policy policy = threads(random, profile);
          SpeedPolicy speeds = speeds(random, machine);
          if (policy instanceof FixedInterval || policy instanceof TailIndex) {
            // These policies use the running time of a request. In the simulation it begins when
            // the request gets a thread, in the engine when the thread has a core. Here the thread
            // has a core at once.
            machine = machine.withBudgetWatts(Double.POSITIVE_INFINITY);
            speeds = SpeedOpponents.tailFirst();
          }
          SimulatedThreadPlaces.Run simulated =
              SimulatedThreadPlaces.of(
                  new EnergySimulation(profile, machine), policy, speeds, trace);
          var engine = new TimedThreadsEngine(profile, machine, policy, speeds, trace);
          List<String> moments = engine.run();
          assertThat(SpeedParityTest.difference(simulated.moments(), moments))
              .as("%s and %s on %s, simulator against engine", policy, speeds, machine)
              .isEmpty();
          for (int i = 0; i < requests; i++) {
            assertThat(engine.latencyNanos[i]).isEqualTo(simulated.result().latencyNanos(i));
            assertThat(engine.waitNanos[i]).isEqualTo(simulated.result().waitNanos(i));
          }
          for (int k = 0; k < machine.classes().size(); k++) {
            assertThat(engine.busyNanos[k])
                .isEqualTo(simulated.result().account().busyNanos().get(k));
          }
          seen[0] += simulated.moves();
          seen[1] += simulated.most() > 1 ? 1 : 0;
        });
    assertThat(seen[0]).as("moves").isGreaterThan(CASES);
    assertThat(seen[1]).as("cases with several threads for a request").isGreaterThan(CASES / 3);
  }
}
