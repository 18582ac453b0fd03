package org.curtail.hedge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePlan;
import org.curtail.reissue.ReissuePolicy;
import org.junit.jupiter.api.Test;

/** Settings at their ends, and what follows from them. */
class HedgeSettingsTest {
  private static ReissuePlan plan(double fraction, Reissue... reissues) {
    var policy = new ReissuePolicy(List.of(reissues));
    return new ReissuePlan(new ReissueGoal(99, 0.04), policy, fraction, 30, 40, 25);
  }

  /** Returns the usual share before any call. */
  private static double usual(ReissuePlan plan) {
    return new SteppedHedge(Hedge.of(plan)).hedge.parts().gate.guard().state().usualShare();
  }

  /** With one copy, the share of late calls is the share of copies divided by the probability. */
  @Test
  void planWithOneCopyGivesTheShareOfLateCalls() {
    assertThat(usual(plan(0.02, new Reissue(10, 0.25)))).isCloseTo(0.08, within(1e-12));
    assertThat(usual(plan(0.5, new Reissue(10, 0.5)))).isEqualTo(1);
    assertThat(usual(plan(0.6, new Reissue(10, 0.5)))).as("rounded").isEqualTo(1);
    assertThat(usual(plan(0, new Reissue(10, 0)))).as("not known").isNegative();
    assertThat(usual(plan(0, new Reissue(10, 0.5)))).as("not known").isNegative();
    assertThat(usual(plan(0.3, new Reissue(10, 0)))).as("not known").isNegative();
    assertThat(usual(plan(0.3, new Reissue(10, 0.5), new Reissue(20, 0.5))))
        .as("not known")
        .isNegative();
    assertThat(usual(plan(0))).as("not known").isNegative();
  }

  @Test
  void planMayHaveAHundredAttempts() {
    var policy = new ReissuePolicy(Collections.nCopies(99, new Reissue(1, 1)));
    SteppedHedge stepped = SteppedHedge.generous(policy);
    var call = new ScriptedCall();
    stepped.hedge.call(call);
    stepped.pass(1);
    assertThat(call.attempts()).isEqualTo(100);
    call.answer(99);
    assertThat(stepped.hedge.metrics().counts().lost()).isEqualTo(98);
  }

  @Test
  void endlessLeastDelayNeverEnds() {
    var stepped =
        new SteppedHedge(
            SteppedHedge.generously(ReissuePolicy.singleD(0))
                .leastDelay(Duration.ofSeconds(Long.MAX_VALUE)));
    var call = new ScriptedCall();
    stepped.hedge.call(call);
    stepped.pass(1e9);
    assertThat(call.attempts()).isEqualTo(1);
  }

  /** Even at the first moment of its clock. */
  @Test
  void copyWithoutDelayIsSentAtOnce() {
    SteppedHedge stepped = SteppedHedge.generous(ReissuePolicy.singleD(0));
    var call = new ScriptedCall();
    stepped.hedge.call(call);
    stepped.step();
    assertThat(call.attempts()).isEqualTo(2);
    assertThat(stepped.nanos()).isZero();
  }

  @Test
  void lastResortMayBeOneToAThousandDelays() {
    for (double times : new double[] {1, 1_000}) {
      try (var stepped =
          new SteppedHedge(
              SteppedHedge.generously(ReissuePolicy.singleR(20, 0)).lastResort(times))) {
        var call = new ScriptedCall();
        stepped.hedge.call(call);
        stepped.pass(20 * times - 0.001);
        assertThat(call.attempts()).isEqualTo(1);
        stepped.pass(0.001);
        assertThat(call.attempts()).isEqualTo(2);
      }
    }
  }

  @Test
  void lastResortIsNeverWithoutAPolicy() {
    try (var stepped =
        new SteppedHedge(SteppedHedge.generously(ReissuePolicy.NONE).lastResort(10))) {
      var call = new ScriptedCall();
      stepped.hedge.call(call);
      stepped.pass(1e9);
      assertThat(call.attempts()).isEqualTo(1);
      assertThat(stepped.hedge.explain()).doesNotContain("last resort");
    }
  }

  /**
   * The call is tried again after twice the time each time, as long as times can be represented.
   */
  @Test
  void callThatIsAlwaysRefusedWaitsForever() {
    for (long nanos : new long[] {1_000_000, 1_234_567, 1L << 40, (1L << 61) - 1}) {
      var schedule = new Schedule(ReissuePolicy.singleD(1), 0, nanos);
      long before = 0;
      for (int refusals = 0; refusals < 100; refusals++) {
        long waited = schedule.lastResortNanos(refusals);
        assertThat(waited).isGreaterThanOrEqualTo(before);
        if (waited != HedgeTimer.NEVER) {
          assertThat((double) waited).isEqualTo(nanos * Math.pow(2, refusals));
        } else {
          assertThat(nanos * Math.pow(2, refusals)).isGreaterThanOrEqualTo(0x1p62);
        }
        before = waited;
      }
      assertThat(before).isEqualTo(HedgeTimer.NEVER);
    }
  }

  @Test
  void lastResortIsAtLeastTheLeastDelayAndAMillisecond() {
    record Case(double delayMillis, double leastMillis, double expectedMillis) {}
    for (var each : List.of(new Case(0, 0, 1), new Case(2, 30, 30), new Case(0.05, 0, 1))) {
      try (var stepped =
          new SteppedHedge(
              SteppedHedge.generously(ReissuePolicy.singleR(each.delayMillis, 0))
                  .leastDelay(Duration.ofNanos(Math.round(each.leastMillis * 1e6)))
                  .lastResort(10))) {
        var call = new ScriptedCall();
        stepped.hedge.call(call);
        stepped.pass(each.expectedMillis - 0.001);
        assertThat(call.attempts()).as("%s", each).isEqualTo(1);
        stepped.pass(0.001);
        assertThat(call.attempts()).as("%s", each).isEqualTo(2);
      }
    }
  }

  @Test
  void hedgeWithoutCopiesLearnsNothing() {
    for (var setup : List.of(Hedge.of(ReissuePolicy.NONE), Hedge.of(plan(0)))) {
      var stepped = new SteppedHedge(setup);
      assertThat(stepped.hedge.watch()).isNull();
      assertThat(stepped.hedge.call(attempt -> CompletableFuture.completedFuture("answer")))
          .isCompletedWithValue("answer");
      assertThat(stepped.hedge.explain())
          .startsWith("hedge hedge: no call is hedged\n")
          .doesNotContain("load: ")
          .doesNotContain("plan: ");
    }
  }

  @Test
  void shareOfProbesMayBeZeroOrOne() {
    for (int share = 0; share <= 1; share++) {
      var stepped =
          new SteppedHedge(Hedge.adaptive(new ReissueGoal(99, 1)).leastSamples(0).probing(share));
      var call = new ScriptedCall();
      stepped.hedge.call(call);
      assertThat(call.attempts()).isEqualTo(1 + share);
    }
  }

  @Test
  void defaultBudgetIsThatOfTheGoalOrATwentieth() {
    var fractions = new ArrayList<Double>();
    for (var setup :
        List.of(
            Hedge.of(ReissuePolicy.singleD(10)),
            Hedge.of(plan(0.02, new Reissue(10, 1))),
            Hedge.adaptive(new ReissueGoal(99, 0.03)))) {
      SteppedHedge stepped = new SteppedHedge(setup);
      for (int i = 0; i < 100; i++) {
        stepped.hedge.call(attempt -> CompletableFuture.completedFuture("answer"));
      }
      fractions.add(stepped.hedge.metrics().gauges().tokens() / 100);
    }
    assertThat(fractions.get(0)).isCloseTo(0.05, within(1e-9));
    assertThat(fractions.get(1)).isCloseTo(0.04, within(1e-9));
    assertThat(fractions.get(2)).isCloseTo(0.03, within(1e-9));
  }
}
