package org.curtail.automatic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.curtail.Profile;
import org.curtail.automatic.choose.Candidate;
import org.curtail.automatic.choose.Judge;
import org.curtail.automatic.choose.JudgeSetting;
import org.curtail.automatic.choose.JudgeSetting.Effort;
import org.curtail.automatic.choose.PolicyMap;
import org.curtail.sim.Machine;
import org.curtail.sim.PoissonArrivals;
import org.curtail.sim.Simulation;
import org.curtail.sim.SimulationResult;
import org.curtail.sim.SyntheticProfiles;
import org.curtail.sim.Trace;
import org.curtail.sim.Traces;
import org.junit.jupiter.api.Test;

class PilotSteeringTest {
  private static final int CORES = 6;
  private static final long PLAN_NANOS = 5_000_000_000L;
  private static final Profile PROFILE = SyntheticProfiles.luceneLike(1_000, 4);

  /** A run at half of the sequential capacity. */
  private record Ran(Pilot pilot, List<JudgeSetting> planned, SimulationResult outcome) {
    Optional<PilotEvent> first(Class<? extends PilotEvent> kind) {
      return pilot.events().stream().filter(kind::isInstance).findFirst();
    }
  }

  private static PolicyMap tailIndex(JudgeSetting task) {
    return PolicyMap.always(
        Candidate.named("tail-index", task.profile(), Optional.empty(), OptionalInt.empty()),
        "for the test");
  }

  private static Ran ran(int requests, long seed, PilotKnowledge known) {
    double perSecond = 0.5 * 1000 * CORES / PROFILE.meanMs(1);
    Trace trace = Traces.draw(new PoissonArrivals(perSecond), PROFILE, requests, seed);
    var pilot =
        new Pilot(
            PilotSetting.of(CORES).upToDegree(Math.min(4, PROFILE.maxDegree())).seeded(seed),
            known);
    var planned = new ArrayList<JudgeSetting>();
    var steering =
        new PilotSteering(
            pilot,
            task -> {
              planned.add(task);
              return tailIndex(task);
            },
            PLAN_NANOS);
    SimulationResult outcome =
        new Simulation(PROFILE, Machine.ofCores(CORES))
            .steeredBy(steering)
            .run(pilot.policy(), trace);
    return new Ran(pilot, planned, outcome);
  }

  private static long[] latencies(SimulationResult outcome) {
    long[] nanos = new long[outcome.requests()];
    java.util.Arrays.setAll(nanos, outcome::latencyNanos);
    return nanos;
  }

  @Test
  void learnsPlansAfterThePlanningTimeAndServesByThePlan() {
    Ran ran = ran(6_000, 1, PilotKnowledge.NOTHING);
    assertThat(ran.planned()).isNotEmpty();
    long begun = ran.first(PilotEvent.PlanBegun.class).orElseThrow().nanos();
    long planned = ran.first(PilotEvent.Planned.class).orElseThrow().nanos();
    assertThat(planned - begun).isEqualTo(PLAN_NANOS);
    Profile learned = ran.planned().getFirst().profile();
    assertThat(learned.meanMs(1) / PROFILE.meanMs(1)).as("mean demand").isBetween(0.85, 1.15);
    assertThat(ran.pilot().knowledge().map()).isPresent();
  }

  @Test
  void theFirstPlanIsAQuickOneAndTheNextTriesAllCandidates() {
    Ran ran = ran(6_000, 1, PilotKnowledge.NOTHING);
    assertThat(ran.planned()).hasSizeGreaterThanOrEqualTo(2);
    assertThat(ran.planned())
        .extracting(JudgeSetting::effort)
        .startsWith(Effort.QUICK, Effort.FIRST)
        .containsOnlyOnce(Effort.QUICK);
    assertThat(ran.planned())
        .extracting(PilotSteering::usualNanos)
        .startsWith(PilotSteering.QUICK_PLAN_NANOS, PilotSteering.PLAN_NANOS);
    List<Long> begun =
        ran.pilot().events().stream()
            .filter(PilotEvent.PlanBegun.class::isInstance)
            .map(PilotEvent::nanos)
            .toList();
    long planned = ran.first(PilotEvent.Planned.class).orElseThrow().nanos();
    assertThat(begun.get(1)).isGreaterThanOrEqualTo(planned);
    assertThat(ran.planned().get(1).profile().requests()).isGreaterThanOrEqualTo(1_000);
    assertThat(ran.planned().get(1).present()).isPresent();
  }

  @Test
  void theSameSeedGivesTheSameRunAndAnotherAnotherOne() {
    Ran first = ran(2_500, 7, PilotKnowledge.NOTHING);
    Ran again = ran(2_500, 7, PilotKnowledge.NOTHING);
    assertThat(latencies(again.outcome())).isEqualTo(latencies(first.outcome()));
    assertThat(again.pilot().events()).isEqualTo(first.pilot().events());
    assertThat(latencies(ran(2_500, 8, PilotKnowledge.NOTHING).outcome()))
        .isNotEqualTo(latencies(first.outcome()));
  }

  @Test
  void aRunThatEndsBeforeThePlanNeverMakesIt() {
    var known = new PilotKnowledge(Optional.of(PROFILE), Optional.empty(), List.of());
    Ran ran = ran(30, 3, known);
    assertThat(ran.outcome().endNanos()).isLessThan(PLAN_NANOS);
    assertThat(ran.first(PilotEvent.PlanBegun.class)).isPresent();
    assertThat(ran.planned()).isEmpty();
  }

  @Test
  void aKnownProfileIsPlannedForAtOnce() {
    var known = new PilotKnowledge(Optional.of(PROFILE), Optional.empty(), List.of());
    Ran ran = ran(1_500, 3, known);
    assertThat(ran.first(PilotEvent.PlanBegun.class).orElseThrow().nanos())
        .isLessThan(5_000_000_000L);
    assertThat(ran.planned().getFirst().profile()).isEqualTo(PROFILE);
  }

  @Test
  void aUselessPlanDoesNotDelayTheNextOne() {
    int half = 6_000;
    double[][] timesMs = new double[2 * PROFILE.requests()][2];
    for (int request = 0; request < timesMs.length; request++) {
      int factor = request < PROFILE.requests() ? 1 : 3;
      for (int degree = 1; degree <= 2; degree++) {
        timesMs[request][degree - 1] =
            factor * PROFILE.timeMs(request % PROFILE.requests(), degree);
      }
    }
    Profile both = Profile.of("threefold in its second half", timesMs);
    double perSecond = 0.25 * 1000 * CORES / PROFILE.meanMs(1);
    Trace once = Traces.draw(new PoissonArrivals(perSecond), PROFILE, 2 * half, 1);
    Trace trace =
        Trace.of(
            IntStream.range(0, 2 * half).mapToDouble(i -> once.arrivalMs(i)).toArray(),
            IntStream.range(0, 2 * half)
                .map(i -> once.request(i) + (i < half ? 0 : PROFILE.requests()))
                .toArray());
    var pilot = new Pilot(PilotSetting.of(CORES).upToDegree(2));
    long neverNanos = 1_000_000_000_000_000L;
    var steering =
        new PilotSteering(
            pilot,
            PilotSteeringTest::tailIndex,
            task -> task.effort() == Effort.QUICK ? 1 : neverNanos);
    new Simulation(both, Machine.ofCores(CORES)).steeredBy(steering).run(pilot.policy(), trace);
    List<String> kinds =
        pilot.events().stream().map(event -> event.getClass().getSimpleName()).toList();
    assertThat(kinds)
        .containsSubsequence("PlanBegun", "Planned", "PlanBegun", "Drifted", "PlanBegun");
  }

  @Test
  void aFreezeDelaysAPlanInProgress() {
    var known = new PilotKnowledge(Optional.of(PROFILE), Optional.empty(), List.of());
    var pilot = new Pilot(PilotSetting.of(CORES), known);
    var steering = new PilotSteering(pilot, PilotSteeringTest::tailIndex, PLAN_NANOS);
    long secondNanos = 1_000_000_000L;
    steering.at(secondNanos);
    pilot.freeze(2 * secondNanos);
    steering.at(2 * secondNanos);
    steering.at(100 * secondNanos);
    pilot.unfreeze(102 * secondNanos);
    steering.at(102 * secondNanos);
    long plannedNanos = secondNanos + PLAN_NANOS + 100 * secondNanos;
    while (pilot.events().stream().noneMatch(PilotEvent.Planned.class::isInstance)) {
      assertThat(steering.nextNanos()).isLessThanOrEqualTo(plannedNanos);
      steering.at(steering.nextNanos());
    }
    assertThat(pilot.events())
        .filteredOn(event -> !(event instanceof PilotEvent.Frozen))
        .extracting(PilotEvent::nanos)
        .startsWith(secondNanos, plannedNanos);
    assertThat(pilot.events()).noneMatch(PilotEvent.PlanFailed.class::isInstance);
  }

  @Test
  void aNegativeTimeForPlansIsRefused() {
    var pilot = new Pilot(PilotSetting.of(2));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PilotSteering(pilot, task -> new Judge(task).judge(), -1))
        .withMessageContaining("-1");
  }
}
