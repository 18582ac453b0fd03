package org.curtail.hedge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.curtail.reissue.AttemptTimes;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePlan;
import org.curtail.reissue.ReissuePlanner;
import org.curtail.reissue.ReissuePolicy;
import org.junit.jupiter.api.Test;

/** A learning hedge, on a clock under the test's control. */
class HedgeAdaptiveTest {
  private static final ReissueGoal GOAL = new ReissueGoal(99, 0.05);

  private static double millis(RandomGenerator random) {
    return random.nextInt(25) == 0 ? 80 + 40 * random.nextDouble() : 4 + 4 * random.nextDouble();
  }

  private static NoisyService noisy(SteppedHedge stepped, long seed, double scale) {
    var random = new SplittableRandom(seed);
    return new NoisyService(stepped, () -> scale * millis(random));
  }

  @Test
  void learnedPlanIsAboutAsGoodAsThatOfALog() {
    var heard = new ArrayList<String>();
    SteppedHedge stepped =
        new SteppedHedge(
            Hedge.adaptive(GOAL)
                .listener(
                    new HedgeListener() {
                      @Override
                      public void replanned(ReissuePolicy policy, String why) {
                        heard.add(policy + " " + why);
                      }
                    }));
    assertThat(stepped.hedge.policy()).isEqualTo(ReissuePolicy.NONE);
    var noisy = noisy(stepped, 1, 1);
    noisy.run(60);
    var log = new SplittableRandom(2);
    double[] times = new double[100_000];
    for (int i = 0; i < times.length; i++) {
      times[i] = millis(log);
    }
    ReissuePlan best = ReissuePlanner.singleR(AttemptTimes.independent(times), GOAL);
    HedgeMetrics before = stepped.hedge.metrics();
    noisy.run(30);
    HedgeMetrics learned = stepped.hedge.metrics().since(before);
    assertThat(heard).isNotEmpty();
    assertThat(learned.with().percentileNanos(99) / 1e6)
        .as("%s%s, where the best plan is %s", learned.text(), stepped.hedge.explain(), best)
        .isLessThan(1.5 * best.predictedMillis());
    assertThat((double) learned.counts().hedges() / learned.counts().calls())
        .isBetween(0.03, 0.0505);
    assertThat(learned.without().percentileNanos(99) / 1e6)
        .as("p99 without hedging, estimated")
        .isBetween(0.85 * best.withoutMillis(), 1.15 * best.withoutMillis());
    assertThat(stepped.hedge.explain()).contains("plan: ").contains("load: ");
  }

  @Test
  void planFollowsChangedTimes() {
    SteppedHedge stepped = new SteppedHedge(Hedge.adaptive(GOAL));
    noisy(stepped, 1, 0.5).run(40);
    double before = stepped.hedge.policy().reissues().getFirst().delayMillis();
    noisy(stepped, 2, 0.2).run(120);
    double after = stepped.hedge.policy().reissues().getFirst().delayMillis();
    assertThat(after).isLessThan(0.7 * before);
  }

  @Test
  void hedgingIsReducedAndExplainedIfAllCallsAreSlow() {
    SteppedHedge stepped = new SteppedHedge(Hedge.adaptive(GOAL));
    noisy(stepped, 1, 1).run(60);
    noisy(stepped, 2, 5).run(15);
    HedgeMetrics before = stepped.hedge.metrics();
    noisy(stepped, 3, 5).run(15);
    HedgeMetrics slow = stepped.hedge.metrics().since(before);
    assertThat((double) slow.counts().hedges() / slow.counts().calls())
        .as("%s%s", slow.text(), stepped.hedge.explain())
        .isLessThan(0.0075);
    assertThat(slow.gauges().openShare()).isLessThan(0.5);
    assertThat(stepped.hedge.explain()).containsIgnoringCase("load: ");
  }

  @Test
  void probesAreSentTwiceAtOnceAndBothFinish() {
    SteppedHedge stepped =
        new SteppedHedge(Hedge.adaptive(GOAL).probing(1).budget(HedgeBudget.of(1)).leastSamples(0));
    var call = new ScriptedCall();
    CompletableFuture<String> answer = stepped.hedge.call(call);
    assertThat(call.attempts()).isEqualTo(2);
    call.answer(1);
    assertThat(answer).isCompletedWithValue("answer 1");
    assertThat(call.attempt(0).attempt.isCancelled()).isFalse();
    stepped.advanceMillis(5);
    call.answer(0);
    assertThat(answer).isCompletedWithValue("answer 1");
    var seen = new ArrayList<CallSample.SampledCall>();
    Objects.requireNonNull(stepped.hedge.parts().seen).take(seen::add);
    assertThat(seen).hasSize(1);
    assertThat(seen.getFirst().isPair()).isTrue();
    assertThat(seen.getFirst().attempts())
        .extracting(CallSample.SampledAttempt::nanos)
        .containsExactly(5_000_000L, 0L);
  }
}
