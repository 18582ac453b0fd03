package org.curtail.reissue.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Arrays;
import org.assertj.core.data.Percentage;
import org.curtail.reissue.RandomLog;
import org.curtail.reissue.ReissueForecast;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.reissue.live.AttemptObservations.End;
import org.curtail.reissue.live.AttemptObservations.LearnedTimes;
import org.curtail.reissue.live.LoadRule.LoadSigns;
import org.curtail.reissue.times.Sample;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class AttemptObservationsTest {
  private static final long SECOND = 1_000_000_000L;

  /** Three windows of ten seconds. */
  private static AttemptObservations observations() {
    return new AttemptObservations(Duration.ofSeconds(10), 3);
  }

  private static void answer(AttemptObservations seen, long second, int count, double millis) {
    for (int i = 0; i < count; i++) {
      seen.first(second * SECOND, millis, End.ANSWERED);
    }
  }

  @Test
  void nothingIsLearnedFromTooFewFirstAttempts() {
    AttemptObservations seen = observations();
    assertThat(seen.learned(0, 1, 1)).isEmpty();
    answer(seen, 0, 9, 8);
    assertThat(seen.learned(SECOND, 10, 1)).isEmpty();
    answer(seen, 1, 1, 16);
    LearnedTimes learned = seen.learned(SECOND, 10, 1).orElseThrow();
    assertThat(learned.firsts()).isEqualTo(10);
    assertThat(learned.secondsLikeFirsts()).isTrue();
    assertThat(learned.times().first().greatestMillis()).isEqualTo(16);
    assertThat(learned.times().second().greatestMillis()).isEqualTo(16);
    assertThat(learned.times().firstWeight()).isCloseTo(10, within(1e-9));
  }

  @Test
  void nothingIsLearnedWithoutAnAnswer() {
    AttemptObservations seen = observations();
    seen.first(0, 5, End.CANCELLED);
    seen.first(0, 5, End.FAILED);
    assertThat(seen.learned(0, 1, 1)).isEmpty();
  }

  @Test
  void observationsBeforeTheWindowsAreForgotten() {
    AttemptObservations seen = observations();
    answer(seen, 0, 5, 1);
    answer(seen, 12, 5, 2);
    answer(seen, 25, 5, 4);
    assertThat(seen.learned(29 * SECOND, 1, 1).orElseThrow().firsts()).isEqualTo(15);
    assertThat(seen.learned(30 * SECOND, 1, 1).orElseThrow().firsts()).isEqualTo(10);
    assertThat(seen.learned(49 * SECOND, 1, 1).orElseThrow().firsts()).isEqualTo(5);
    assertThat(seen.learned(50 * SECOND, 1, 1)).isEmpty();
    answer(seen, 10_000, 2, 3);
    assertThat(seen.learned(10_000 * SECOND, 1, 1).orElseThrow().firsts()).isEqualTo(2);
  }

  @Test
  void lateReportCountsInTheNewestWindow() {
    AttemptObservations seen = observations();
    answer(seen, 100, 1, 1);
    answer(seen, 3, 1, 2);
    assertThat(seen.learned(100 * SECOND, 1, 1).orElseThrow().firsts()).isEqualTo(2);
  }

  @Test
  void clockMayOverflow() {
    AttemptObservations seen = observations();
    seen.first(Long.MAX_VALUE - SECOND, 1, End.ANSWERED);
    seen.first(Long.MIN_VALUE + 12 * SECOND, 2, End.ANSWERED);
    assertThat(seen.learned(Long.MIN_VALUE + 12 * SECOND, 1, 1).orElseThrow().firsts())
        .isEqualTo(2);
    assertThat(seen.learned(Long.MIN_VALUE + 32 * SECOND, 1, 1).orElseThrow().firsts())
        .isEqualTo(1);
  }

  @Test
  void pairsAreUsedOnceThereAreEnough() {
    AttemptObservations seen = observations();
    seen.pair(0, 8, 16);
    seen.pair(0, 16, 8);
    LearnedTimes few = seen.learned(0, 1, 3).orElseThrow();
    assertThat(few.times().isPaired()).isFalse();
    assertThat(few.pairs()).isEqualTo(2);
    assertThat(few.secondsLikeFirsts()).isFalse();
    LearnedTimes enough = seen.learned(0, 1, 2).orElseThrow();
    assertThat(enough.times().isPaired()).isTrue();
    // One attempt of each pair is fast; independent times would not show that.
    ReissuePolicy twice = ReissuePolicy.singleD(0);
    assertThat(ReissueForecast.of(enough.times(), twice).percentileMillis(99)).isEqualTo(8);
    assertThat(ReissueForecast.of(few.times(), twice).percentileMillis(99)).isEqualTo(16);
  }

  /** A client hedges, cancels losing attempts, and still learns the true times. */
  @Test
  void timesOfBothAttemptsAreLearnedFromHedgedCalls() {
    Cases.random(
        1_000,
        5,
        random -> {
          AttemptObservations seen = observations();
          int calls = 30_000;
          double[] firsts = new double[calls];
          Arrays.setAll(firsts, i -> Math.exp(random.nextGaussian()));
          for (double x : firsts) {
            double y = 2 * Math.exp(random.nextGaussian() / 2);
            boolean hedged = x > 3 && random.nextBoolean();
            if (!hedged) {
              seen.first(0, x, End.ANSWERED);
            } else if (x <= 3 + y) {
              seen.first(0, x, End.ANSWERED);
              seen.second(0, x - 3, End.CANCELLED);
            } else {
              seen.first(0, 3 + y, End.CANCELLED);
              seen.second(0, y, End.ANSWERED);
            }
          }
          Arrays.sort(firsts);
          LearnedTimes learned = seen.learned(0, 1_000, 1_000).orElseThrow();
          assertThat(learned.firsts()).isEqualTo(calls);
          assertThat(learned.secondsLikeFirsts()).isFalse();
          Sample first = learned.times().first();
          assertThat(first.leastReaching(0.99 * first.totalWeight()))
              .isCloseTo(RandomLog.percentile(firsts, 99), Percentage.withPercentage(8));
          Sample second = learned.times().second();
          assertThat(second.leastReaching(0.5 * second.totalWeight()))
              .isCloseTo(2, Percentage.withPercentage(8));
        });
  }

  @Test
  void signsAreThoseOfTheLastTwoWindows() {
    AttemptObservations seen = observations();
    answer(seen, 0, 100, 8);
    answer(seen, 11, 60, 8);
    for (int i = 0; i < 20; i++) {
      seen.first(21 * SECOND, 1, End.FAILED);
    }
    answer(seen, 21, 120, 32);
    LoadSigns signs = seen.signs(22 * SECOND, 16, 0.1);
    assertThat(signs.attempts()).isEqualTo(200);
    assertThat(signs.failedShare()).isEqualTo(0.1);
    assertThat(signs.medianMillis()).isEqualTo(32);
    assertThat(signs.usualMedianMillis()).isEqualTo(8);
    assertThat(signs.lateShare()).isCloseTo(120 / 180.0, within(1e-9));
    assertThat(signs.plannedShare()).isEqualTo(0.1);
  }

  @Test
  void usualMedianFallsAtOnceAndRisesSlowly() {
    AttemptObservations seen = observations();
    answer(seen, 0, 100, 16);
    answer(seen, 10, 100, 8);
    answer(seen, 20, 100, 64);
    assertThat(seen.signs(20 * SECOND, 1, 0).usualMedianMillis()).isEqualTo(8);
    answer(seen, 30, 100, 64);
    double usual = seen.signs(40 * SECOND, 1, 0).usualMedianMillis();
    assertThat(usual).isCloseTo(8 * 1.002 * 1.002, within(1e-9));
  }

  @Test
  void fewAttemptsHaveNoMedian() {
    AttemptObservations seen = observations();
    answer(seen, 0, 49, 8);
    LoadSigns signs = seen.signs(0, 1, 0.1);
    assertThat(signs.medianMillis()).isZero();
    assertThat(signs.usualMedianMillis()).isZero();
    assertThat(signs.lateShare()).isZero();
  }

  @Test
  void impossibleSettingsAreRejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new AttemptObservations(Duration.ZERO, 2))
        .withMessage("window must be at least 1 ms: PT0S");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new AttemptObservations(Duration.ofSeconds(1), 1))
        .withMessage("windows must be at least 2: 1");
    assertThatIllegalArgumentException().isThrownBy(() -> observations().learned(0, 0, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> observations().first(0, -1, End.ANSWERED));
  }
}
