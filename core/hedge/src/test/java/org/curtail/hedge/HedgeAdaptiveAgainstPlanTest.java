package org.curtail.hedge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.SplittableRandom;
import org.curtail.reissue.AttemptTimes;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePlan;
import org.curtail.reissue.ReissuePlanner;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A learning hedge on the published benchmark of github.com/bhope/hedge: log-normal times with a
 * mean of 5 ms and a deviation of 2 ms, of which one in twenty is ten times as long.
 */
class HedgeAdaptiveAgainstPlanTest {
  private static final long SEED = 1;

  /** Greatest ratio of the p99 to that of the best plan. */
  private static final double WITHIN = 1.01;

  private static double[] times(int count) {
    double variance = Math.log1p(0.4 * 0.4);
    double mu = Math.log(5) - variance / 2;
    var random = new Random(SEED);
    double[] times = new double[count];
    for (int i = 0; i < count; i++) {
      double time = Math.exp(mu + Math.sqrt(variance) * random.nextGaussian());
      times[i] = random.nextInt(20) == 0 ? 10 * time : time;
    }
    return times;
  }

  /** The budgets are the published shares of copies, of the learned and of the best fixed delay. */
  @ParameterizedTest
  @ValueSource(doubles = {0.089, 0.074})
  void theLearnedPlanIsAboutAsGoodAsThatOfALongLog(double budget) {
    double[] log = times(400_000);
    var goal = new ReissueGoal(99, budget);
    ReissuePlan best = ReissuePlanner.singleR(AttemptTimes.independent(log), goal);
    var stepped = new SteppedHedge(Hedge.adaptive(goal).seed(SEED));
    var random = new SplittableRandom(SEED);
    var service = new NoisyService(stepped, () -> log[random.nextInt(log.length)]);

    service.run(60);
    HedgeMetrics before = stepped.hedge.metrics();
    service.run(120);

    HedgeMetrics learned = stepped.hedge.metrics().since(before);
    assertThat(learned.with().percentileNanos(99) / 1e6)
        .as("%s%s, where the best plan is %s", learned.text(), stepped.hedge.explain(), best)
        .isLessThan(WITHIN * best.predictedMillis());
    assertThat((double) learned.counts().hedges() / learned.counts().calls())
        .isLessThan(1.01 * budget);
  }
}
