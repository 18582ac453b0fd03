package org.curtail.tune;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.curtail.IntervalTable;
import org.curtail.Profile;
import org.curtail.plan.GoalAdvice;
import org.curtail.plan.PlanGoal;
import org.curtail.plan.TablePlanner;
import org.curtail.policy.FewToMany;
import org.curtail.policy.Sequential;
import org.curtail.sim.Machine;
import org.curtail.sim.PoissonArrivals;
import org.curtail.sim.Simulation;
import org.curtail.sim.SimulationResult;
import org.curtail.sim.SyntheticProfiles;
import org.curtail.sim.Trace;
import org.curtail.sim.Traces;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class HarmlessTableTest {
  /** Log-normal demand; two threads take this share of the time. */
  private static Profile service(double shareOnTwo) {
    var random = new SplittableRandom(7);
    double[][] timesMs = new double[400][];
    for (int i = 0; i < timesMs.length; i++) {
      double ms = 4 * StrictMath.exp(random.nextGaussian() * 1.1);
      timesMs[i] = new double[] {ms, ms * shareOnTwo};
    }
    return Profile.of("log-normal", timesMs);
  }

  /** Made once, since it takes some seconds. */
  private static final class OnTwoCores {
    private static final Profile PROFILE = service(0.53);
    private static final IntervalTable PLANNED = planned(PROFILE, 2);
    private static final HarmlessTable HARMLESS = HarmlessTable.of(PLANNED, PROFILE, 1);
  }

  /** Demand like that of the paper's Lucene, whose longest 5 % take many times longer. */
  private static Profile lucene(int requests, double longer) {
    Profile plain = SyntheticProfiles.luceneLike(requests, 4);
    int[] ascending = plain.byDemand();
    double[][] timesMs = new double[requests][4];
    for (int rank = 0; rank < requests; rank++) {
      for (int degree = 1; degree <= 4; degree++) {
        timesMs[rank][degree - 1] =
            plain.timeMs(ascending[rank], degree) * (rank < 0.95 * requests ? 1 : longer);
      }
    }
    return Profile.of("longest 5 % longer", timesMs);
  }

  /** Plans as {@code curtail plan} does without options. */
  private static IntervalTable planned(Profile profile, int cores) {
    int degree = profile.maxDegree();
    int target = GoalAdvice.targetParallelism(profile, cores, degree).value();
    return TablePlanner.plan(
        profile,
        new PlanGoal(
            cores,
            target,
            degree,
            PlanGoal.degreesTo(degree),
            99,
            TablePlanner.suggestStepMs(profile, PlanGoal.degreesTo(degree)),
            target));
  }

  /** Latencies in ms: means over seeds of the mean (0), of percentiles 1 to 99, and of p99.9. */
  private static double[] latenciesMs(
      IntervalTable table, boolean isSequential, Profile profile, double load, int seeds) {
    var service = new Simulation(profile, Machine.ofCores(table.cores()));
    double capacityPerSecond = table.cores() * 1000 / profile.meanMs(1);
    double[] latenciesMs = new double[101];
    for (int seed = 1; seed <= seeds; seed++) {
      Trace trace =
          Traces.draw(new PoissonArrivals(load * capacityPerSecond), profile, 20_000, 4_242 + seed);
      SimulationResult result =
          service.run(isSequential ? new Sequential() : new FewToMany(table), trace);
      double[] ascending = new double[result.requests()];
      Arrays.setAll(ascending, i -> result.latencyNanos(i) / 1e6);
      Arrays.sort(ascending);
      latenciesMs[0] += result.meanMs() / seeds;
      for (int p = 1; p <= 100; p++) {
        double percentile = p < 100 ? p : 99.9;
        latenciesMs[p] += ascending[(int) Math.ceil(percentile * 200) - 1] / seeds;
      }
    }
    return latenciesMs;
  }

  /** On other arrivals than those of the search. */
  private static void requireHarmless(IntervalTable table, Profile profile, int seeds) {
    for (double load : new double[] {0.3, 0.5, 0.7, 0.8, 0.9}) {
      double[] latencies = latenciesMs(table, false, profile, load, seeds);
      double[] sequential = latenciesMs(table, true, profile, load, seeds);
      for (int p = 0; p <= 100; p++) {
        assertThat(latencies[p])
            .as("percentile %d at load %s", p, load)
            .isLessThan(1.04 * sequential[p]);
      }
    }
  }

  @Test
  void noPrintedLatencyIsMoreThanOnePercentAboveThatOfSequentialRequests() {
    HarmlessTable harmless = OnTwoCores.HARMLESS;
    assertThat(harmless.isPlanned()).isFalse();
    assertThat(harmless.trials()).hasSize(6);
    assertThat(harmless.trials())
        .allSatisfy(trial -> assertThat(trial.ratios().worst()).isLessThanOrEqualTo(1.01));
    assertThat(harmless.trials())
        .anySatisfy(trial -> assertThat(trial.planned().worst()).isGreaterThan(1.01));
    assertThat(harmless.trials().getFirst().ratios().p99()).isLessThan(0.8);
    assertThat(harmless.table().hasExit()).isFalse();
    requireHarmless(harmless.table(), OnTwoCores.PROFILE, 1);
  }

  @Test
  @Tag("long")
  void theSameSeedGivesTheSameTable() {
    assertThat(HarmlessTable.of(OnTwoCores.PLANNED, OnTwoCores.PROFILE, 1))
        .isEqualTo(OnTwoCores.HARMLESS);
  }

  @Test
  @Tag("long")
  void threadsThatCostMuchAndGainLittleAreLeftOut() {
    Profile profile = service(0.9);
    HarmlessTable harmless = HarmlessTable.of(planned(profile, 2), profile, 1);
    assertThat(harmless.kept()).containsExactly(new HarmlessTable.Kept(2, 0, 0, 0));
    assertThat(harmless.table().rows()).hasSize(1);
    assertThat(harmless.table().row(1).grants(2)).isFalse();
    assertThat(harmless.trials())
        .allSatisfy(trial -> assertThat(trial.ratios().worst()).isEqualTo(1));
  }

  @Test
  void aTableWithOneDegreeIsKeptOrNoRequestWaits() {
    Profile profile = Profile.of("one degree", new double[][] {{5}, {9}});
    HarmlessTable harmless = HarmlessTable.of(planned(profile, 2), profile, 1);
    assertThat(harmless.trials()).allSatisfy(trial -> assertThat(trial.isHarmless()).isTrue());
    assertThat(harmless.table().row(1).startMs(1)).isZero();
  }

  @Test
  void theKeptPartIsInTheRows() {
    IntervalTable planned = OnTwoCores.PLANNED;
    HarmlessTable harmless = OnTwoCores.HARMLESS;
    HarmlessTable.Kept kept = harmless.kept().getFirst();
    assertThat(kept.degree()).isEqualTo(2);
    for (IntervalTable.Row row : harmless.table().rows()) {
      assertThat(row.startMs(1)).isZero();
      assertThat(row.grants(2)).isEqualTo(row.load() <= kept.delayedUpToLoad());
      double plannedMs = planned.row(row.load()).startMs(2) - planned.row(row.load()).startMs(1);
      if (row.load() <= kept.upToLoad()) {
        assertThat(row.startMs(2)).isEqualTo(plannedMs);
      } else if (row.grants(2)) {
        assertThat(row.startMs(2)).isEqualTo(Math.max(plannedMs, kept.delayMs()));
      }
    }
    assertThat(harmless.table().rows().getLast().load()).isEqualTo(kept.delayedUpToLoad() + 1);
  }

  @Test
  @Tag("long")
  void withAHeavyTailMostOfTheGainRemainsForEverySeed() {
    Profile profile = lucene(10_000, 4);
    IntervalTable planned = planned(profile, 15);
    for (long seed = 1; seed <= 5; seed++) {
      HarmlessTable harmless = HarmlessTable.of(planned, profile, seed);
      double[] halfLoad = latenciesMs(harmless.table(), false, profile, 0.5, 5);
      assertThat(halfLoad[99]).as("seed %d", seed).isLessThan(1_400);
      requireHarmless(harmless.table(), profile, 5);
    }
  }

  @Test
  @Tag("long")
  void theUsualDemandKeepsItsGainAtLowLoad() {
    Profile profile = lucene(10_000, 1);
    IntervalTable planned = planned(profile, 16);
    HarmlessTable harmless = HarmlessTable.of(planned, profile, 1);
    for (double load : new double[] {0.3, 0.5}) {
      assertThat(latenciesMs(harmless.table(), false, profile, load, 3)[99])
          .isLessThan(1.03 * latenciesMs(planned, false, profile, load, 3)[99]);
    }
    requireHarmless(harmless.table(), profile, 3);
  }
}
