package org.curtail.cli.reissue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.curtail.reissue.AttemptTimes;
import org.curtail.reissue.ReissueForecast;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePlanner;
import org.junit.jupiter.api.Test;

class ReissueHalvesTest {
  private static double[] lognormal(RandomGenerator random, int count) {
    double[] times = new double[count];
    Arrays.setAll(times, i -> Math.exp(random.nextGaussian()));
    return times;
  }

  @Test
  void halvesShowWhatAPlanIsWorthElsewhere() {
    var random = new SplittableRandom(9);
    AttemptTimes earlier = AttemptTimes.independent(lognormal(random, 4_000));
    AttemptTimes later = AttemptTimes.independent(lognormal(random, 4_000));
    ReissueGoal goal = new ReissueGoal(99, 0.05);
    ReissueHalves halves = ReissueHalves.of(earlier, later, goal);
    ReissueHalves.Transfer transfer = halves.earlierOnLater();
    assertThat(transfer.plan()).isEqualTo(ReissuePlanner.singleR(earlier, goal));
    ReissueForecast onLater = ReissueForecast.of(later, transfer.plan().policy());
    assertThat(transfer.foundMillis()).isEqualTo(onLater.percentileMillis(99));
    assertThat(transfer.foundFraction()).isEqualTo(onLater.reissueFraction());
    assertThat(transfer.bestMillis())
        .isEqualTo(ReissuePlanner.singleR(later, goal).predictedMillis());
    assertThat(halves.laterOnEarlier().plan()).isEqualTo(ReissuePlanner.singleR(later, goal));
    // The plans differ as their halves do: a little.
    assertThat(transfer.ratio()).isCloseTo(1, within(0.15));
    assertThat(transfer.fractionRatio()).isCloseTo(1, within(0.15));
    assertThat(transfer.withoutMillis()).isGreaterThan(transfer.foundMillis());
  }
}
