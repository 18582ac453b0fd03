package org.curtail.hedge;

import static org.assertj.core.api.Assertions.assertThat;

import org.curtail.reissue.ReissuePolicy;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

/** The bucket of tokens. */
class HedgeBudgetTest {
  @Test
  void enoughFirstAttemptsEarnAToken() {
    HedgeBudget budget = HedgeBudget.of(0.02);
    for (int i = 1; i < 50; i++) {
      budget.first();
      assertThat(budget.take()).as("token after %d first attempts", i).isFalse();
    }
    budget.first();
    assertThat(budget.take()).isTrue();
    assertThat(budget.take()).isFalse();
    assertThat(budget.tokens()).isBetween(0.0, 1e-9);
  }

  @Test
  void savedTokensAreLimitedByTheBurst() {
    HedgeBudget budget = HedgeBudget.of(0.5, 3);
    for (int i = 0; i < 1_000; i++) {
      budget.first();
    }
    assertThat(budget.tokens()).isEqualTo(3);
    assertThat(budget.take()).isTrue();
    budget.giveBack();
    budget.giveBack();
    assertThat(budget.tokens()).isEqualTo(3);
  }

  @Test
  void takenTokensInAPeriodAreLimitedByFractionAndBurst() {
    Cases.random(
        1,
        300,
        random -> {
          double fraction = 0.01 + random.nextDouble();
          int burst = 1 + random.nextInt(20);
          HedgeBudget budget = HedgeBudget.of(fraction, burst);
          int steps = 2_000;
          int[] firsts = new int[steps + 1];
          int[] taken = new int[steps + 1];
          for (int i = 0; i < steps; i++) {
            boolean isFirst = random.nextInt(3) != 0;
            if (isFirst) {
              budget.first();
            }
            boolean took = !isFirst && budget.take();
            firsts[i + 1] = firsts[i] + (isFirst ? 1 : 0);
            taken[i + 1] = taken[i] + (took ? 1 : 0);
            assertThat((double) taken[i + 1]).isLessThanOrEqualTo(fraction * firsts[i + 1] + 1e-6);
          }
          for (int i = 0; i < 2_000; i++) {
            int from = random.nextInt(steps);
            int to = from + random.nextInt(steps - from + 1);
            double most = burst + fraction * (firsts[to] - firsts[from]);
            assertThat((double) taken[to] - taken[from]).isLessThanOrEqualTo(most + 1e-6);
          }
        });
  }

  @Test
  void hedgeThatCannotBeSentReturnsItsToken() {
    var stepped =
        new SteppedHedge(
            SteppedHedge.generously(ReissuePolicy.singleD(10)).retrying(failure -> true));
    var call = new ScriptedCall();
    stepped.hedge.call(call);
    call.fail(0, new IllegalStateException("busy"));
    assertThat(call.attempts()).as("the retry took the place of the hedge").isEqualTo(2);
    double tokens = stepped.hedge.metrics().gauges().tokens();
    stepped.pass(10);
    assertThat(call.attempts()).isEqualTo(2);
    assertThat(stepped.hedge.metrics().gauges().tokens()).isEqualTo(tokens);
  }
}
