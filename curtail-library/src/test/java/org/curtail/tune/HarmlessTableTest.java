package org.curtail.tune;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import org.curtail.IntervalTable;
import org.curtail.Profile;
import org.curtail.plan.PlanGoal;
import org.curtail.plan.TablePlanner;
import org.curtail.policy.FewToMany;
import org.curtail.policy.Sequential;
import org.curtail.sim.Machine;
import org.curtail.sim.PoissonArrivals;
import org.curtail.sim.Simulation;
import org.curtail.sim.SimulationResult;
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

  private static HarmlessTable harmless(Profile profile) {
    IntervalTable planned =
        TablePlanner.plan(
            profile,
            new PlanGoal(
                2,
                3,
                2,
                PlanGoal.degreesTo(2),
                99,
                TablePlanner.suggestStepMs(profile, PlanGoal.degreesTo(2)),
                3));
    return HarmlessTable.of(planned, profile, 1);
  }

  @Test
  void onOtherArrivalsNoLoadIsHarmedAndLowLoadGains() {
    Profile profile = service(0.53);
    HarmlessTable harmless = harmless(profile);
    assertThat(harmless.sequentialFrom()).isBetween(2, 4);
    var service = new Simulation(profile, Machine.ofCores(2));
    // The same number of threads as the table has, all of them sequential.
    var baseline = new FewToMany(sequentialFrom(harmless.table()));
    double capacityPerSecond = 2 * 1000 / profile.meanMs(1);
    for (double load : new double[] {0.3, 0.6, 0.8}) {
      Trace trace = Traces.draw(new PoissonArrivals(load * capacityPerSecond), profile, 20_000, 99);
      SimulationResult one = service.run(baseline, trace);
      SimulationResult other = service.run(new FewToMany(harmless.table()), trace);
      assertThat(other.meanMs()).isLessThan(1.04 * one.meanMs());
      assertThat(other.percentileMs(95)).isLessThan(1.04 * one.percentileMs(95));
      if (load < 0.5) {
        assertThat(other.meanMs()).isLessThan(0.9 * one.meanMs());
        assertThat(service.run(new Sequential(), trace).meanMs()).isGreaterThan(other.meanMs());
      }
    }
  }

  private static IntervalTable sequentialFrom(IntervalTable table) {
    IntervalTable.Row last = table.rows().getLast();
    return new IntervalTable(
        table.cores(),
        table.targetParallelism(),
        table.maxDegree(),
        table.percentile(),
        table.stepMs(),
        table.degrees(),
        List.of(last),
        table.waitForExitAbove());
  }

  @Test
  void threadsThatGainNothingChangeNothing() {
    HarmlessTable harmless = harmless(service(1.0));
    assertThat(harmless.table().row(1).startMs(1)).isZero();
    assertThat(harmless.trials())
        .allSatisfy(trial -> {
          assertThat(trial.meanRatio()).isEqualTo(1);
          assertThat(trial.p95Ratio()).isEqualTo(1);
        });
  }

  @Test
  @Tag("long")
  void threadsThatCostMuchAndGainLittleAreLeftOut() {
    HarmlessTable harmless = harmless(service(0.8));
    assertThat(harmless.sequentialFrom()).isEqualTo(1);
    assertThat(harmless.table().row(1).startMs(2))
        .isGreaterThanOrEqualTo(service(0.8).percentileMs(100, 1));
  }

  @Test
  @Tag("long")
  void rowsBelowAreThePlannedOnesOrDelayed() {
    Profile profile = service(0.6);
    IntervalTable planned =
        TablePlanner.plan(profile, new PlanGoal(2, 3, 2, PlanGoal.degreesTo(2), 99, 1, 3));
    HarmlessTable harmless = HarmlessTable.of(planned, profile, 1);
    for (int load = 1; load < harmless.sequentialFrom() && load <= 3; load++) {
      if (harmless.delayMs() == 0) {
        assertThat(harmless.table().row(load)).isEqualTo(planned.row(load));
      } else {
        assertThat(harmless.table().row(load).startMs(1)).isZero();
        assertThat(harmless.table().row(load).startMs(2))
            .isGreaterThanOrEqualTo(harmless.delayMs());
      }
    }
  }
}
