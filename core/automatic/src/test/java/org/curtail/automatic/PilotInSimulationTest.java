package org.curtail.automatic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.curtail.DelegatingPolicy;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.automatic.choose.Candidate;
import org.curtail.automatic.choose.Judge;
import org.curtail.automatic.choose.PolicyMap;
import org.curtail.policy.Sequential;
import org.curtail.policy.TailIndex;
import org.curtail.sim.Machine;
import org.curtail.sim.PoissonArrivals;
import org.curtail.sim.Simulation;
import org.curtail.sim.SimulationResult;
import org.curtail.sim.SyntheticProfiles;
import org.curtail.sim.Trace;
import org.curtail.sim.Traces;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class PilotInSimulationTest {
  private static final int CORES = 15;
  private static final int FEW_CORES = 4;
  private static final int REQUESTS = 60_000;
  private static final int LEARNING = 40_000;
  private static final Profile PROFILE = SyntheticProfiles.named("few-to-many-lucene");

  @Test
  @Tag("long")
  void withoutKnowledgeItApproachesTailIndexAndDoesNoHarm() {
    for (double load : List.of(0.3, 0.5, 0.7)) {
      Trace trace =
          Traces.draw(
              new PoissonArrivals(load * CORES / PROFILE.meanMs(1) * 1e3), PROFILE, REQUESTS, 1);
      var pilot = new Pilot(PilotSetting.of(CORES).upToDegree(PROFILE.maxDegree()));
      SimulationResult automatic =
          new Simulation(PROFILE, Machine.ofCores(CORES))
              .steeredBy(PilotSteering.judging(pilot))
              .run(pilot.policy(), trace)
              .afterWarmUp(LEARNING);
      SimulationResult sequential = run(new Sequential(), trace);
      SimulationResult tailIndex = run(TailIndex.of(PROFILE), trace);
      assertThat(pilot.events())
          .as("load %s", load)
          .noneMatch(PilotEvent.FellBack.class::isInstance)
          .noneMatch(PilotEvent.Drifted.class::isInstance)
          .anyMatch(PilotEvent.Cleared.class::isInstance);
      assertThat(automatic.meanMs()).isLessThan(sequential.meanMs());
      assertThat(automatic.percentileMs(95)).isLessThan(sequential.percentileMs(95));
      assertThat(automatic.percentileMs(99))
          .as("load %s", load)
          .isLessThan(1.15 * tailIndex.percentileMs(99));
    }
  }

  /** Learned from exploring requests beside others, in slices of time. */
  @Test
  void learnedSpeedupsEqualThoseOfTheService() {
    for (int seed = 1; seed <= 5; seed++) {
      double perSecond = 0.5 * FEW_CORES / PROFILE.meanMs(1) * 1e3;
      Trace trace = Traces.draw(new PoissonArrivals(perSecond), PROFILE, 6_000, seed);
      var pilot = new Pilot(PilotSetting.of(FEW_CORES).seeded(seed));
      var tailIndex = new Candidate("tail-index", TailIndex.of(PROFILE), Optional.empty());
      PolicyMap map = PolicyMap.always(tailIndex, "of the true profile");
      new Simulation(PROFILE, Machine.ofCores(FEW_CORES))
          .steeredBy(new PilotSteering(pilot, task -> map, 0))
          .run(pilot.policy(), trace);
      Profile learned = pilot.knowledge().profile().orElseThrow();
      for (int degree = 1; degree <= FEW_CORES; degree++) {
        assertThat(learned.meanMs(degree) / PROFILE.meanMs(degree))
            .as("mean at degree %d, seed %d", degree, seed)
            .isBetween(0.9, 1.1);
      }
    }
  }

  /** One thread for each request, at most two per core, as in engines. */
  private record TwoPerCore() implements DelegatingPolicy {
    @Override
    public Policy policy() {
      return new Sequential();
    }

    @Override
    public int threads(int cores) {
      return 2 * cores;
    }
  }

  /** Waiting requests take nothing from served ones. */
  @Test
  void whatRequestsDemandIsRightThoughMoreAreThereThanAreServed() {
    for (int seed = 1; seed <= 5; seed++) {
      double perSecond = 0.9 * FEW_CORES / PROFILE.meanMs(1) * 1e3;
      Trace trace = Traces.draw(new PoissonArrivals(perSecond), PROFILE, 6_000, seed);
      var pilot =
          new Pilot(
              PilotSetting.of(FEW_CORES).withBaseline(new TwoPerCore()).upToDegree(1).seeded(seed));
      new Simulation(PROFILE, Machine.ofCores(FEW_CORES))
          .steeredBy(new PilotSteering(pilot, task -> new Judge(task).judge(), Long.MAX_VALUE / 2))
          .run(pilot.policy(), trace);
      double came =
          IntStream.range(0, trace.size())
              .mapToDouble(i -> PROFILE.timeMs(trace.request(i), 1))
              .average()
              .orElseThrow();
      assertThat(pilot.knowledge().profile().orElseThrow().meanMs(1) / came)
          .as("learned of the true mean, seed %d", seed)
          .isBetween(0.9, 1.1);
    }
  }

  private static SimulationResult run(Policy policy, Trace trace) {
    return Simulation.run(policy, PROFILE, trace, Machine.ofCores(CORES)).afterWarmUp(LEARNING);
  }
}
