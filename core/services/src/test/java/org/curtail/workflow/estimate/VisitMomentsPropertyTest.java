package org.curtail.workflow.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.curtail.reissue.ReissueForecast;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.testkit.Cases;
import org.curtail.workflow.CurvePoint;
import org.curtail.workflow.RandomStages;
import org.curtail.workflow.Responders;
import org.curtail.workflow.StageTimes;
import org.junit.jupiter.api.Test;

class VisitMomentsPropertyTest {
  @Test
  void visitsAreThoseOfAllCombinationsOfTimesAndCoins() {
    Cases.random(
        18_000,
        300,
        random -> {
          int count = random.nextInt(1, 4);
          var responders = new Responders(count, random.nextInt(1, count + 1));
          StageTimes times = RandomStages.times(random, count == 3 ? 3 : 4);
          var oracle = new VisitOracle(times, responders);
          var moments = new VisitMoments(times, responders);
          double[] delays = times.firstMillis();
          double delay = random.nextInt(4) == 0 ? 0 : delays[random.nextInt(delays.length)];
          double probability = random.nextBoolean() ? 1 : random.nextDouble();
          VisitOracle.Moments expected = oracle.singleR(delay, probability);
          CurvePoint found = moments.of(delay, probability);
          assertThat(found.meanMillis()).isCloseTo(expected.mean(), within(1e-9));
          assertThat(found.varianceMillisSquared()).isCloseTo(expected.variance(), within(1e-8));
          assertThat(found.reissueFraction()).isCloseTo(expected.fraction(), within(1e-12));
        });
  }

  @Test
  void oneResponderHasTheMomentsOfTheReissueCurve() {
    Cases.random(
        19_000,
        300,
        random -> {
          StageTimes times = RandomStages.times(random, 40);
          var moments = new VisitMoments(times, Responders.ONE);
          CurvePoint expected =
              ReissueCurve.of(times.attemptTimes()).leastVariance(random.nextDouble());
          CurvePoint found = moments.of(expected.policy());
          assertThat(found.meanMillis()).isCloseTo(expected.meanMillis(), within(1e-9));
          assertThat(found.varianceMillisSquared())
              .isCloseTo(expected.varianceMillisSquared(), within(1e-8));
          assertThat(found.reissueFraction()).isCloseTo(expected.reissueFraction(), within(1e-12));
        });
  }

  @Test
  void theDelayOfAShareIsTheLeastThatSendsNoMore() {
    Cases.random(
        20_000,
        500,
        random -> {
          StageTimes times = RandomStages.times(random, 30);
          var moments = new VisitMoments(times, Responders.ONE);
          double share = random.nextInt(4) == 0 ? random.nextInt(11) / 10.0 : random.nextDouble();
          double delay = moments.delayMillis(share);
          double sent =
              ReissueForecast.of(times.attemptTimes(), ReissuePolicy.singleD(delay))
                  .reissueFraction();
          assertThat(sent).isLessThanOrEqualTo(share * (1 + 1e-9));
          double earlier =
              Arrays.stream(times.firstMillis())
                  .filter(time -> time < delay)
                  .max()
                  .orElse(delay > 0 ? 0 : -1);
          if (earlier >= 0) {
            assertThat(moments.lateShare(earlier)).isGreaterThan(share);
          }
        });
  }
}
