package org.curtail.hedge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePlan;
import org.curtail.reissue.ReissuePolicy;
import org.junit.jupiter.api.Test;

/** The exact text of a hedge's explanation. */
class HedgeExplanationTest {
  private static CompletableFuture<String> quick(Attempt attempt) {
    return CompletableFuture.completedFuture("quick");
  }

  @Test
  void sentCopiesAreAShareOfTheCalls() {
    SteppedHedge stepped =
        new SteppedHedge(
            Hedge.of(ReissuePolicy.singleD(10))
                .named("orders")
                .budget(HedgeBudget.of(0.5, 20))
                .leastSamples(2)
                .unguarded());
    stepped.hedge.call(HedgeExplanationTest::quick);
    assertThat(stepped.hedge.explain())
        .isEqualTo(
            """
            hedge orders: a call without an answer is hedged after 10 ms with probability 1
            budget: 50.0 % of the calls, 0.5 of 20 tokens left; sent so far 0 of 1 calls (0.0 %)
            samples: 1 answers, no hedge before there are 2
            """);
    stepped.hedge.call(HedgeExplanationTest::quick);
    assertThat(stepped.hedge.explain()).as("as many as are needed").doesNotContain("samples: ");
    for (int i = 0; i < 2; i++) {
      stepped.hedge.call(HedgeExplanationTest::quick);
    }
    for (int i = 0; i < 4; i++) {
      stepped.hedge.call(new ScriptedCall());
    }
    stepped.pass(9);
    assertThat(stepped.hedge.explain()).contains("4.0 of 20 tokens left; sent so far 0 of 8 calls");
    stepped.pass(1);
    stepped.hedge.call(new ScriptedCall());
    stepped.hedge.call(new ScriptedCall());
    assertThat(stepped.hedge.explain())
        .isEqualTo(
            """
            hedge orders: a call without an answer is hedged after 10 ms with probability 1
            budget: 50.0 % of the calls, 1.0 of 20 tokens left; sent so far 4 of 10 calls (40.0 %)
            """);
  }

  @Test
  void numbersHaveThreeDigitsOrMoreInAllLocales() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.GERMANY);
      var policy =
          new ReissuePolicy(
              List.of(
                  new Reissue(0.03125, 0.123456),
                  new Reissue(7, 1),
                  new Reissue(7.125, 0.5),
                  new Reissue(99.994, 0.25),
                  new Reissue(100.5, 0),
                  new Reissue(1234.4, 1)));
      var plan = new ReissuePlan(new ReissueGoal(99.9, 0.025), policy, 0.02, 30, 40, 25);
      assertThat(new SteppedHedge(Hedge.of(plan)).hedge.explain())
          .startsWith(
              "hedge hedge: a call without an answer is hedged"
                  + " after 0.0313 ms with probability 0.123,"
                  + " and after 7 ms with probability 1,"
                  + " and after 7.13 ms with probability 0.500,"
                  + " and after 99.99 ms with probability 0.250,"
                  + " and after 101 ms with probability 0,"
                  + " and after 1234 ms with probability 1\n"
                  + "goal: least p99.9, with 2.5 % more calls\n");
    } finally {
      Locale.setDefault(before);
    }
  }

  /** A copy whose start does not return blocks the timer thread; 0.1 s is longer than a pause. */
  @Test
  void latenessOfTheTimerIsExplained() {
    var said = new ArrayList<String>();
    SteppedHedge stepped = SteppedHedge.generous(ReissuePolicy.singleD(10));
    stepped.hedge.call(attempt -> {
      if (attempt.number() > 0) {
        for (double millis : new double[] {99, 1, 150.25}) {
          stepped.advanceMillis(millis);
          said.add(stepped.hedge.explain());
        }
      }
      return new CompletableFuture<String>();
    });
    stepped.pass(10);
    assertThat(said.get(0)).doesNotContain("time: ");
    assertThat(said.get(1)).contains("\ntime: late by 100 ms. The timer thread runs");
    assertThat(said.get(2)).contains("\ntime: late by 250 ms. ");
    assertThat(stepped.hedge.explain()).doesNotContain("time: ");
  }

  /** Simulates a clock that goes back. */
  @Test
  void timerIsNeverLateByANegativeTime() {
    SteppedHedge stepped = SteppedHedge.generous(ReissuePolicy.singleD(10));
    stepped.hedge.call(attempt -> {
      if (attempt.number() > 0) {
        stepped.advanceMillis(-5);
        assertThat(stepped.hedge.parts().timer.behindNanos(stepped.nanos())).isZero();
      }
      return new CompletableFuture<String>();
    });
    stepped.pass(10);
    assertThat(stepped.hedge.metrics().counts().failedAttempts()).isZero();
  }

  /** After n late calls at unknown replicas, 1 - (63/64)^n of the latest are late. */
  @Test
  void shareOfLateCallsAndUsualShareAreExplained() {
    var plan =
        new ReissuePlan(new ReissueGoal(99, 0.02), ReissuePolicy.singleD(10), 0.02, 30, 40, 25);
    SteppedHedge stepped = new SteppedHedge(Hedge.of(plan).leastSamples(0));
    for (int i = 0; i < 80; i++) {
      stepped.hedge.call(attempt -> new CompletableFuture<String>());
    }
    stepped.pass(10);
    double late = 1 - Math.pow(63.0 / 64, 80);
    // From 0.65 to 0.85 fewer and fewer are sent; so far a tenth of the budget, since most are
    // late.
    double open = Math.min((0.85 - late) / 0.2, 0.1 * 0.02 / late);
    assertThat(stepped.hedge.explain())
        .contains(
            "load: %.1f %% of the due hedges may be sent: %.1f %% of the latest calls had no answer when their hedge was due, at several replicas or nearly all of them, where 2.0 %% is usual, so all replicas seem slow.\n"
                .formatted(100 * open, 100 * late));
  }

  /** Both the replicas and the number of late calls count: at one replica, only the number does. */
  @Test
  void severalReplicasAreNotMentionedIfOneIsLate() {
    var plan =
        new ReissuePlan(new ReissueGoal(99, 0.02), ReissuePolicy.singleD(10), 0.02, 30, 40, 25);
    SteppedHedge stepped = new SteppedHedge(Hedge.of(plan).leastSamples(0));
    double late = 0;
    for (int i = 0; i < 400; i++) {
      var answer = new CompletableFuture<String>();
      stepped.hedge.call(attempt -> {
        attempt.replica("one");
        return answer;
      });
      stepped.pass(i % 4 == 3 ? 5 : 10);
      answer.complete("answer");
      late = i % 4 == 3 ? late * 63 / 64 : late + (1 - late) / 64;
    }
    stepped.hedge.call(attempt -> new CompletableFuture<String>());
    stepped.pass(10);
    late += (1 - late) / 64;
    assertThat(stepped.hedge.explain())
        .contains(
            "load: %.1f %% of the due hedges may be sent: %.1f %% of the latest calls had no answer when their hedge was due, where 2.0 %% is usual, so all replicas seem slow.\n"
                .formatted(100 * (0.85 - late) / 0.2, 100 * late));
  }
}
