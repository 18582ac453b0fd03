package org.curtail.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.curtail.Profile;
import org.curtail.energy.EnergySimulation;
import org.curtail.energy.SimulatedPlaces;
import org.curtail.energy.SpeedSteering;
import org.curtail.energy.SpeedWindow;
import org.curtail.sim.Trace;
import org.curtail.speed.SpeedMachine;
import org.curtail.speed.SpeedPolicy;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

/**
 * {@link SpeedParityTest} with replacements of policies: in the simulation and, by a pilot, in the
 * engine. The steering gets the same windows, and all run on the same classes at the same moments.
 */
class SpeedSteeringParityTest {
  private static final int CASES = Cases.count(40, 2_000);
  private static final long MS = 1_000_000;

  /** Steering that records its windows, and chooses by them. */
  private static final class Noting implements SpeedSteering {
    private final SpeedMachine machine;
    private final long periodNanos;
    private final long seed;
    private final List<String> windows = new ArrayList<>();

    Noting(SpeedMachine machine, long periodNanos, long seed) {
      this.machine = machine;
      this.periodNanos = periodNanos;
      this.seed = seed;
    }

    @Override
    public long periodNanos() {
      return periodNanos;
    }

    @Override
    public SpeedPolicy first() {
      return policy("none");
    }

    private SpeedPolicy policy(String window) {
      return SpeedParityTest.policy(new SplittableRandom(seed + window.hashCode()), machine);
    }

    @Override
    public SpeedPolicy next(SpeedWindow window) {
      windows.add(
          "%d ended, %s per second, median %s ms, p99 %s ms"
              .formatted(
                  window.ended(),
                  window.arrivedPerSecond(),
                  window.ended() == 0 ? "no" : window.percentileMs(50),
                  window.ended() == 0 ? "no" : window.percentileMs(99)));
      return policy(windows.getLast());
    }
  }

  @Test
  void aPilotSteersAnEngineAsTheSteeringSteersASimulation() {
    int[] windows = {0};
    Cases.random(1, CASES, random -> windows[0] += compare(random));
    assertThat(windows[0]).isGreaterThan(2 * CASES);
  }

  /**
   * Found by the many cases: a request that begins with a new policy wants another class at once.
   */
  @Test
  void aRequestThatBeginsOnASlowClassMovesUpAtTheSameMoment() {
    Cases.one(118, SpeedSteeringParityTest::compare);
  }

  /** Returns the number of windows. */
  private static int compare(RandomGenerator random) {
    // Moves cost nothing: see the policy with varying decisions there.
    SpeedMachine machine = SpeedParityTest.machine(random).movingAt(0, 0);
    int requests = random.nextInt(1, 60);
    Profile profile = SpeedParityTest.profile(random, requests);
    Trace trace = SpeedParityTest.trace(random, requests, machine.cores());
    long periodNanos = random.nextLong(MS, 40 * MS);
    long seed = random.nextLong();
    var inSimulation = new Noting(machine, periodNanos, seed);
    SimulatedPlaces.Run simulated =
        SimulatedPlaces.of(new EnergySimulation(profile, machine), inSimulation, trace);
    var inEngine = new Noting(machine, periodNanos, seed);
    List<String> moments = new TimedSpeedEngine(profile, machine, inEngine, trace).run();
    assertThat(inEngine.windows).isEqualTo(inSimulation.windows);
    assertThat(SpeedParityTest.difference(simulated.moments(), moments))
        .as("on %s, simulator against engine", machine)
        .isEmpty();
    return inEngine.windows.size();
  }
}
