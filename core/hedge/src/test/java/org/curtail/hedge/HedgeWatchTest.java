package org.curtail.hedge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePlan;
import org.curtail.reissue.ReissuePolicy;
import org.junit.jupiter.api.Test;

/** Learning and judging beside the calls; figures are computed by hand from the rules. */
class HedgeWatchTest {
  private static final String TRICKLE = "A few are sent to see whether copies are faster.";

  /** Returns a setup whose plan expects this share of calls at their hedge after 10 ms. */
  private static HedgeSetup planned(ReissuePolicy policy, double reissueFraction) {
    return Hedge.of(
        new ReissuePlan(new ReissueGoal(99, 0.02), policy, reissueFraction, 30, 40, 25));
  }

  /** As {@link #planned}, but without copies, as there are never enough samples. */
  private static SteppedHedge silent(ReissuePolicy policy, double reissueFraction) {
    return new SteppedHedge(planned(policy, reissueFraction).leastSamples(Integer.MAX_VALUE));
  }

  /** Sends calls one after the other, each answered after this time. */
  private static void answered(SteppedHedge stepped, int calls, double millis) {
    for (int i = 0; i < calls; i++) {
      var call = new ScriptedCall();
      stepped.hedge.call(call);
      stepped.pass(millis);
      call.answer(0);
    }
  }

  /**
   * Sends a thousand calls, {@code late} of them of 12 ms, evenly spread, and the others of 4 ms.
   */
  private static void thousand(SteppedHedge stepped, int late) {
    for (int i = 0; i < 1_000; i++) {
      answered(stepped, 1, (i + 1) * late / 1_000 > i * late / 1_000 ? 12 : 4);
    }
  }

  private static void failed(SteppedHedge stepped, int calls) {
    for (int i = 0; i < calls; i++) {
      stepped.hedge.call(
          attempt -> CompletableFuture.failedFuture(new IllegalStateException("busy")));
    }
  }

  private static double open(SteppedHedge stepped) {
    return stepped.hedge.parts().gate.guard().evaluate().open();
  }

  private static String load(SteppedHedge stepped) {
    return stepped
        .hedge
        .explain()
        .lines()
        .filter(line -> line.startsWith("load: "))
        .findFirst()
        .orElse("");
  }

  private static String plan(SteppedHedge stepped) {
    return stepped
        .hedge
        .explain()
        .lines()
        .filter(line -> line.startsWith("plan: "))
        .findFirst()
        .orElse("");
  }

  // ---- Signs of trouble.

  /** From 2 to 10 % of failures fewer and fewer are sent: half of them at 6 %. */
  @Test
  void failuresReduceHedges() {
    SteppedHedge stepped = silent(ReissuePolicy.singleD(10), 0.02);
    answered(stepped, 940, 4);
    failed(stepped, 60);
    stepped.watch();
    assertThat(open(stepped)).isCloseTo(0.5, within(1e-9));
    assertThat(load(stepped)).contains("6 % of the attempts fail").doesNotContain(TRICKLE);
  }

  /** From 1.5 to 3 times the usual median: half of them at 2.25 times. */
  @Test
  void risingMedianReducesHedges() {
    SteppedHedge stepped =
        new SteppedHedge(Hedge.of(ReissuePolicy.singleD(10)).leastSamples(Integer.MAX_VALUE));
    answered(stepped, 1_250, 4);
    stepped.watch();
    assertThat(open(stepped)).isEqualTo(1);
    for (int i = 0; i < 1_200; i++) {
      answered(stepped, 1, i % 5 == 0 ? 12 : 9);
      if (i % 600 == 599) {
        stepped.watch();
      }
    }
    assertThat(open(stepped)).isCloseTo(0.5, within(0.02));
    assertThat(load(stepped)).contains("all replicas are slow").doesNotContain(TRICKLE);
  }

  /** From 2 to 5 times the planned share: half of them at 3.5 times. */
  @Test
  void lateCallsReduceHedges() {
    SteppedHedge stepped = silent(ReissuePolicy.singleD(10), 0.02);
    thousand(stepped, 70);
    stepped.watch();
    assertThat(open(stepped)).isCloseTo(0.5, within(1e-9));
    assertThat(load(stepped)).contains("7 % of the calls have no answer").doesNotContain(TRICKLE);
  }

  /** A tenth of the budget, 0.002 of the calls, goes to the late calls with a copy. */
  @Test
  void tenthOfTheBudgetRemainsWithVeryManyLateCalls() {
    for (double probability : new double[] {1, 0.25}) {
      SteppedHedge stepped = silent(ReissuePolicy.singleR(10, probability), 0.02 * probability);
      thousand(stepped, 160);
      stepped.watch();
      assertThat(open(stepped)).isCloseTo(0.002 / (0.16 * probability), within(1e-9));
      assertThat(load(stepped)).contains("No hedge is sent: 16 % of the calls").endsWith(TRICKLE);
    }
  }

  /** Failures leave no room for a trickle. */
  @Test
  void failuresLeaveNoTrickle() {
    SteppedHedge stepped = silent(ReissuePolicy.singleD(10), 0.02);
    thousand(stepped, 160);
    failed(stepped, 200);
    stepped.watch();
    assertThat(open(stepped)).isZero();
    assertThat(load(stepped)).doesNotContain(TRICKLE);
  }

  @Test
  void givenPlanIsNotChanged() {
    SteppedHedge stepped = silent(ReissuePolicy.singleD(10), 0.02);
    for (int i = 0; i < 10; i++) {
      thousand(stepped, 200);
      stepped.watch();
    }
    assertThat(stepped.hedge.policy()).isEqualTo(ReissuePolicy.singleD(10));
    assertThat(plan(stepped)).isEmpty();
  }

  @Test
  void policyWithoutAPlanHasNoLateShare() {
    SteppedHedge stepped =
        new SteppedHedge(Hedge.of(ReissuePolicy.singleD(10)).leastSamples(Integer.MAX_VALUE));
    thousand(stepped, 400);
    stepped.watch();
    assertThat(open(stepped)).isEqualTo(1);
  }

  // ---- Copies that help.

  /**
   * Sends four calls after each other; the last has no answer after 10 ms, and its copy takes this
   * time.
   */
  private static void seconds(SteppedHedge stepped, int calls, double copyMillis) {
    for (int i = 0; i < calls; i++) {
      answered(stepped, 3, 4);
      var late = new ScriptedCall();
      stepped.hedge.call(late);
      stepped.pass(10);
      assertThat(late.attempts()).as("or this tests nothing").isEqualTo(2);
      stepped.pass(copyMillis);
      late.answer(1);
    }
    stepped.watch();
  }

  private static SteppedHedge generous() {
    return new SteppedHedge(
        planned(ReissuePolicy.singleD(10), 0.02)
            .budget(HedgeBudget.of(1))
            .leastSamples(0)
            .unguarded());
  }

  @Test
  void fastCopiesReopenHedgingAfterThreeSeconds() {
    SteppedHedge stepped = generous();
    // Fast copies in good times do not predict those in trouble.
    for (int i = 0; i < 4; i++) {
      answered(stepped, 990, 1);
      for (int j = 0; j < 10; j++) {
        var late = new ScriptedCall();
        stepped.hedge.call(late);
        stepped.pass(11);
        late.answer(1);
      }
      stepped.watch();
      assertThat(open(stepped)).isEqualTo(1);
    }
    stepped.pass(10_000);
    for (int second = 1; second <= 4; second++) {
      seconds(stepped, 60, 2);
      assertThat(open(stepped) == 1).as("after %d seconds", second).isEqualTo(second >= 3);
    }
    // Failures count all the same.
    failed(stepped, 100);
    seconds(stepped, 60, 2);
    assertThat(open(stepped)).isLessThan(1);
    assertThat(load(stepped)).contains("of the attempts fail");
  }

  @Test
  void lateCopiesLeaveATrickle() {
    SteppedHedge stepped = generous();
    for (int second = 1; second <= 6; second++) {
      seconds(stepped, 60, 11);
    }
    // The budget is a copy for each call, and a quarter of the calls has one due.
    assertThat(open(stepped)).isCloseTo(0.1 / 0.25, within(1e-9));
    assertThat(load(stepped)).endsWith(TRICKLE);
  }

  // ---- Plans.

  private static SteppedHedge adaptive(double percentile) {
    return new SteppedHedge(Hedge.adaptive(new ReissueGoal(percentile, 0.1)));
  }

  /** Ten calls beyond the percentile are needed, and a hundred in any case. */
  @Test
  void planNeedsCallsBeyondThePercentile() {
    for (double[] each : new double[][] {{99, 1_000}, {99.5, 2_000}, {50, 100}, {90, 100}}) {
      SteppedHedge stepped = adaptive(each[0]);
      int least = (int) each[1];
      answered(stepped, least - 5, 4);
      stepped.watch();
      assertThat(plan(stepped)).as("p%s", each[0]).contains("too few attempts to plan with");
      answered(stepped, 10, 4);
      stepped.watch();
      assertThat(plan(stepped))
          .as("p%s", each[0])
          .contains("for %d observed calls".formatted(least + 5));
    }
  }

  /** Five seconds lie between two plans. */
  @Test
  void anotherPlanIsMadeAfterFiveSeconds() {
    SteppedHedge stepped = adaptive(50);
    answered(stepped, 200, 1);
    stepped.watch();
    assertThat(plan(stepped)).contains("for 200 observed calls");
    answered(stepped, 100, 1);
    stepped.pass(4_899);
    stepped.watch();
    assertThat(plan(stepped)).contains("for 200 observed calls");
    stepped.pass(1);
    stepped.watch();
    assertThat(plan(stepped)).contains("for 300 observed calls");
  }

  /** Eight of ten calls take 5 ms, and two 50 ms, whatever other attempts of them do. */
  private static double drawn(SplittableRandom random) {
    return random.nextInt(10) < 8 ? 5 : 50;
  }

  private static void drawnPairs(SteppedHedge stepped, int calls, SplittableRandom random) {
    for (int i = 0; i < calls; i++) {
      var call = new ScriptedCall();
      stepped.hedge.call(call);
      assertThat(call.attempts()).as("sent twice at once").isEqualTo(2);
      double first = drawn(random);
      double second = drawn(random);
      stepped.pass(Math.min(first, second));
      call.answer(first <= second ? 0 : 1);
      stepped.pass(Math.abs(first - second));
      call.answer(first <= second ? 1 : 0);
    }
  }

  @Test
  void plannedShareIsTheGuardsUsualShare() {
    var told = new ArrayList<String>();
    SteppedHedge stepped =
        new SteppedHedge(
            Hedge.adaptive(new ReissueGoal(85, 0.1))
                .listener(
                    new HedgeListener() {
                      @Override
                      public void replanned(ReissuePolicy policy, String why) {
                        told.add(policy + " plan: " + why);
                      }
                    }));
    LoadGuard guard = stepped.hedge.parts().gate.guard();
    for (int i = 0; i < 1_000; i++) {
      answered(stepped, 1, i % 5 == 0 ? 50 : 5);
    }
    assertThat(guard.evaluate().usualShare()).as("not known yet").isNegative();
    stepped.watch();
    ReissuePolicy policy = stepped.hedge.policy();
    assertThat(policy.reissues()).hasSize(1);
    assertThat(policy.reissues().getFirst().delayMillis()).isBetween(5.0, 49.0);
    // Of 20 % that are late, the budget pays for half.
    assertThat(policy.reissues().getFirst().probability()).isCloseTo(0.5, within(0.01));
    assertThat(guard.evaluate().usualShare()).isCloseTo(0.2, within(0.001));
    assertThat(told).containsExactly(policy + " " + plan(stepped));
    // The same plan again is not reported.
    stepped.pass(5_000);
    stepped.watch();
    assertThat(told).hasSize(1);
  }

  /** Fifty pairs beyond the percentile are needed to plan with pairs: 500 for p90. */
  @Test
  void pairsAreUsedForPlansIfThereAreEnough() {
    for (int pairs : new int[] {490, 510}) {
      SteppedHedge stepped =
          new SteppedHedge(
              Hedge.adaptive(new ReissueGoal(90, 1)).leastSamples(100).probing(1).unguarded());
      // Before there are a hundred answers, none is sent twice.
      answered(stepped, 100, 5);
      drawnPairs(stepped, pairs, new SplittableRandom(pairs));
      stepped.watch();
      assertThat(plan(stepped))
          .contains("p90 falls from 50 ms to ")
          .contains("%d first attempts and %d copies".formatted(100 + pairs, pairs));
      if (pairs > 500) {
        assertThat(plan(stepped)).contains(", 510 of them pairs");
      } else {
        assertThat(plan(stepped)).doesNotContain("pairs");
      }
      assertThat(stepped.hedge.policy().reissues().getFirst().delayMillis()).isBetween(0.0, 50.0);
    }
  }

  /** A hundred copies are enough to plan with their times. */
  @Test
  void hundredCopiesGiveSecondTimes() {
    SteppedHedge stepped = new SteppedHedge(Hedge.adaptive(new ReissueGoal(85, 0.1)).unguarded());
    for (int i = 0; i < 500; i++) {
      answered(stepped, 1, i % 5 == 0 ? 50 : 5);
    }
    stepped.watch();
    int copies = 0;
    while (copies < 150) {
      var call = new ScriptedCall();
      stepped.hedge.call(call);
      stepped.pass(49);
      copies += call.attempts() - 1;
      call.answer(call.attempts() - 1);
    }
    stepped.watch();
    assertThat(plan(stepped)).contains(" and 150 copies");
  }

  // ---- The last resort of a hedge that learns.

  /** Calls of 4 ms, for which hedging is useless: ten times p90 are 40 ms. */
  @Test
  void lastResortIsAMultipleOfThePercentileWithoutAPlan() {
    SteppedHedge stepped =
        new SteppedHedge(Hedge.adaptive(new ReissueGoal(90, 0.1)).lastResort(10));
    assertThat(stepped.hedge.explain()).doesNotContain("last resort");
    answered(stepped, 1_000, 4);
    stepped.watch();
    assertThat(stepped.hedge.policy()).isEqualTo(ReissuePolicy.NONE);
    var hung = new ScriptedCall();
    stepped.hedge.call(hung);
    stepped.pass(39);
    assertThat(hung.attempts()).isEqualTo(1);
    stepped.pass(2);
    assertThat(hung.attempts()).isEqualTo(2);
  }

  /** Copies are due for hanging calls, with a tenth of the budget. */
  @Test
  void trickleIsForLastResortsWithoutAPlan() {
    SteppedHedge stepped =
        new SteppedHedge(Hedge.adaptive(new ReissueGoal(90, 0.1)).lastResort(10));
    answered(stepped, 1_250, 4);
    stepped.watch();
    List<ScriptedCall> hung = new ArrayList<>();
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < 20; i++) {
        hung.add(new ScriptedCall());
        stepped.hedge.call(hung.getLast());
        answered(stepped, 30, 13);
      }
      stepped.pass(50);
      stepped.watch();
    }
    double due = stepped.hedge.parts().gate.guard().evaluate().recentShare();
    assertThat(due).isBetween(0.005, 0.5);
    assertThat(open(stepped)).isCloseTo(Math.min(0.1 * 0.1 / due, 1), within(1e-9)).isLessThan(1);
    assertThat(load(stepped)).endsWith(TRICKLE);
    hung.forEach(call -> call.answer(0));
  }
}
