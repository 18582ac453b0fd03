package org.curtail.benchkit.emulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.curtail.Profile;
import org.curtail.automatic.Pilot;
import org.curtail.automatic.PilotSetting;
import org.curtail.automatic.PilotSteering;
import org.curtail.automatic.choose.Candidate;
import org.curtail.automatic.choose.PolicyMap;
import org.curtail.sim.Machine;
import org.curtail.sim.Simulation;
import org.curtail.sim.SimulationResult;
import org.curtail.sim.Steering;
import org.curtail.sim.Trace;
import org.junit.jupiter.api.Test;

class ScaledSteeringTest {
  private static final int REQUESTS = 3_000;
  private static final int SCALE = 4;

  /** Requests of 1 to 40 ms, in whole milliseconds, that take half as long on two threads. */
  private static Profile profile(double factor) {
    double[][] timesMs =
        IntStream.rangeClosed(1, 40)
            .mapToObj(ms -> new double[] {factor * ms, factor * ms / 2})
            .toArray(double[][]::new);
    return Profile.of("whole milliseconds", timesMs);
  }

  /** Arrivals at whole milliseconds. */
  private static Trace trace(double factor) {
    var random = new SplittableRandom(1);
    var arrivalsMs = new double[REQUESTS];
    var requests = new int[REQUESTS];
    long atMs = 0;
    for (int i = 0; i < REQUESTS; i++) {
      atMs += 1 + random.nextInt(20);
      arrivalsMs[i] = factor * atMs;
      requests[i] = random.nextInt(40);
    }
    return Trace.of(arrivalsMs, requests);
  }

  private static Pilot pilot() {
    return new Pilot(PilotSetting.of(4).upToDegree(2));
  }

  private static PilotSteering steering(Pilot pilot) {
    return new PilotSteering(
        pilot,
        task ->
            PolicyMap.always(
                Candidate.named("fixed-2", task.profile(), Optional.empty(), OptionalInt.empty()),
                "for the test"),
        5_000_000_000L);
  }

  private static SimulationResult run(
      double factor, Steering steering, org.curtail.Policy first, Trace trace) {
    return new Simulation(profile(factor), Machine.ofCores(4))
        .steeredBy(steering)
        .run(first, trace);
  }

  private static List<String> kinds(Pilot pilot) {
    return pilot.events().stream().map(event -> event.getClass().getSimpleName()).toList();
  }

  @Test
  void aPilotSeesOfAScaledSimulationWhatItSeesOfAServiceThatIsSoMuchSlower() {
    Pilot ofSlow = pilot();
    SimulationResult slow = run(SCALE, steering(ofSlow), ofSlow.policy(), trace(SCALE));

    Pilot ofScaled = pilot();
    var scaled = new ScaledSteering(steering(ofScaled), SCALE);
    SimulationResult fast = run(1, scaled, scaled.policy(ofScaled.policy()), trace(1));

    assertThat(kinds(ofScaled)).isEqualTo(kinds(ofSlow)).contains("Planned", "Switched");
    for (int i = 0; i < REQUESTS; i++) {
      assertThat((double) SCALE * fast.latencyNanos(i))
          .as("request %d", i)
          .isCloseTo((double) slow.latencyNanos(i), within(1_000.0));
    }
    // In its own time, it would learn from and plan for four times as many requests.
    Pilot unscaled = pilot();
    run(1, steering(unscaled), unscaled.policy(), trace(1));
    assertThat(unscaled.events().getLast().nanos())
        .isNotEqualTo(ofScaled.events().getLast().nanos());
  }

  @Test
  void theNextSimulationGoesOnWhereTheOneBeforeEnded() {
    Pilot pilot = pilot();
    var scaled = new ScaledSteering(steering(pilot), 0.5);
    SimulationResult first = run(1, scaled, scaled.policy(pilot.policy()), trace(1));
    scaled.endsAt(first.endNanos());
    assertThat(scaled.beginNanos()).isCloseTo(first.endNanos() / 2 + 1, within(1L));
    run(1, scaled, scaled.policy(pilot.policy()), trace(1));
    assertThat(pilot.events()).isSortedAccordingTo((a, b) -> Long.compare(a.nanos(), b.nanos()));
    assertThat(kinds(pilot)).doesNotContain("ClockJumped");
  }
}
