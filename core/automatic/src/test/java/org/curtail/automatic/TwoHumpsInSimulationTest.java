package org.curtail.automatic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.automatic.choose.Candidate;
import org.curtail.automatic.choose.Goal;
import org.curtail.automatic.choose.Judge;
import org.curtail.automatic.choose.JudgeSetting;
import org.curtail.automatic.choose.Level;
import org.curtail.automatic.choose.PolicyMap;
import org.curtail.automatic.choose.SuccessiveHalving.Round;
import org.curtail.policy.Sequential;
import org.curtail.policy.TailIndex;
import org.curtail.runtime.Metrics.CostClass;
import org.curtail.sim.Machine;
import org.curtail.sim.PoissonArrivals;
import org.curtail.sim.Simulation;
import org.curtail.sim.SimulationResult;
import org.curtail.sim.Trace;
import org.curtail.sim.Traces;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Look-ups of a millisecond beside searches of a second: 98 % of the requests take 1 ms and gain
 * nothing from threads, 2 % take 1 s and are three times faster on four threads.
 */
class TwoHumpsInSimulationTest {
  private static Profile profile(int maxDegree) {
    double[][] timesMs = new double[1_000][maxDegree];
    for (int r = 0; r < timesMs.length; r++) {
      for (int degree = 1; degree <= maxDegree; degree++) {
        timesMs[r][degree - 1] = r < 980 ? 1 : 1_000 - 0.9 * 999 * (1 - 1.0 / degree);
      }
    }
    return Profile.of("two humps", timesMs);
  }

  private static Trace trace(Profile profile, int cores, double load, int requests, long seed) {
    double perSecond = load * cores / profile.meanMs(1) * 1e3;
    return Traces.draw(new PoissonArrivals(perSecond), profile, requests, seed);
  }

  @Test
  void speedupsOfTheFewLongRequestsAreLearnedAndEachClassIsExplained() {
    Profile profile = profile(4);
    int cores = 16;
    for (int seed = 1; seed <= 3; seed++) {
      var tailIndex = new Candidate("tail-index", TailIndex.sharing(profile), Optional.empty());
      PolicyMap map = PolicyMap.always(tailIndex, "of the true profile");
      var pilot = new Pilot(PilotSetting.of(cores).upToDegree(4).seeded(seed));
      new Simulation(profile, Machine.ofCores(cores))
          .steeredBy(new PilotSteering(pilot, task -> map, 0))
          .run(pilot.policy(), trace(profile, cores, 0.4, 16_000, seed));
      assertThat(pilot.classes()).hasSize(2);
      CostClass shortOnes = pilot.classes().getFirst();
      CostClass longOnes = pilot.classes().getLast();
      assertThat(shortOnes.aboveNanos()).isZero();
      assertThat(shortOnes.upToNanos())
          .isEqualTo(longOnes.aboveNanos())
          .isBetween(30_000_000L, 40_000_000L);
      assertThat(longOnes.upToNanos()).isEqualTo(Long.MAX_VALUE);
      assertThat(shortOnes.plannedMeanNanos()).isBetween(1e6, 1.1e6);
      assertThat(longOnes.plannedMeanNanos()).isBetween(3e8, 9e8);
      assertThat((double) longOnes.planned() / shortOnes.planned()).isBetween(0.01, 0.03);
      Profile learned = pilot.knowledge().profile().orElseThrow();
      assertThat(learned.percentileMs(50, 4)).as("short, seed %d", seed).isBetween(0.9, 1.1);
      for (int degree : new int[] {1, 2, 4}) {
        assertThat(learned.percentileMs(99.5, degree) / profile.percentileMs(99.5, degree))
            .as("long at degree %d, seed %d", degree, seed)
            .isBetween(0.85, 1.15);
      }
      assertThat(pilot.explain())
          .containsPattern("Short requests, up to 3\\d\\.\\d ms on one thread: [\\d,]+, mean 1\\.0")
          .containsPattern(
              "Long requests, over 3\\d\\.\\d ms on one thread: \\d+, mean [3-8]\\d\\d ms");
    }
  }

  @Test
  void theJudgePrefersTheGittinsIndexOnTwoBusyCores() {
    JudgeSetting setting = JudgeSetting.of(profile(2), 2, Goal.byDefault(), 1);
    var judge = new Judge(setting, List.of(new Level(0.7, 1)), rounds());
    assertThat(judge.judge().entries().getFirst().candidate().name())
        .isEqualTo("tail-index-gittins-10");
    Judge.Finding best =
        judge.findings().stream()
            .filter(finding -> finding.standing() == Judge.Finding.Standing.CHOSEN)
            .findFirst()
            .orElseThrow();
    assertThat(best.mean().ratio()).isLessThan(0.8);
    assertThat(best.p95().ratio()).isLessThan(0.4);
    assertThat(best.tail().ratio()).isLessThan(0.85);
  }

  private static List<Round> rounds() {
    return List.of(new Round(2, 3), new Round(6, 2));
  }

  @Test
  @Tag("long")
  void withoutKnowledgeItComesNearTheBestPolicyAndDoesNoHarm() {
    int cores = 16;
    double load = 0.7;
    int requests = 300_000;
    int learning = 150_000;
    Profile profile = profile(4);
    Trace trace = trace(profile, cores, load, requests, 1);
    var pilot = new Pilot(PilotSetting.of(cores).upToDegree(4));
    SimulationResult automatic =
        new Simulation(profile, Machine.ofCores(cores))
            .steeredBy(PilotSteering.judging(pilot))
            .run(pilot.policy(), trace)
            .afterWarmUp(learning);
    SimulationResult sequential = run(new Sequential(), profile, trace, cores, learning);
    SimulationResult best = run(TailIndex.gittins(profile, 10), profile, trace, cores, learning);
    assertThat(automatic.meanMs()).isLessThan(0.75 * sequential.meanMs());
    assertThat(automatic.percentileMs(95)).isLessThan(sequential.percentileMs(95));
    assertThat(automatic.percentileMs(99)).isLessThan(0.6 * sequential.percentileMs(99));
    assertThat(automatic.percentileMs(99)).isLessThan(1.3 * best.percentileMs(99));
    assertThat(pilot.events()).noneMatch(PilotEvent.FellBack.class::isInstance);
  }

  private static SimulationResult run(
      Policy policy, Profile profile, Trace trace, int cores, int learning) {
    return Simulation.run(policy, profile, trace, Machine.ofCores(cores)).afterWarmUp(learning);
  }
}
