package org.curtail.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.curtail.PaperTables;
import org.curtail.Percentile;
import org.curtail.plan.Schedule;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class TailIntervalTest {
  private static TailInterval ofAscending(double[] values, double percentile) {
    double[] ones = new double[values.length];
    Arrays.fill(ones, 1);
    return TailInterval.ofAscending(values, ones, percentile);
  }

  @Test
  void sharesThatAddUpToOneAreTakenForAsManyRequestsAsAreListed() {
    double[] values = {6, 12, 55};
    TailInterval interval = TailInterval.ofAscending(values, new double[] {0.9, 0.085, 0.015}, 99);
    assertThat(interval.tailMs()).isEqualTo(55);
    assertThat(interval.highMs()).isEqualTo(55);
    assertThat(interval.lowMs()).isLessThanOrEqualTo(55);
  }

  @Test
  void aWeightIsAsManyRequests() {
    Cases.random(
        9_000,
        200,
        random -> {
          double[] values = random.doubles(random.nextInt(1, 20)).sorted().toArray();
          double[] weights = random.ints(values.length, 1, 6).asDoubleStream().toArray();
          double[] expanded =
              IntStream.range(0, values.length)
                  .boxed()
                  .flatMapToDouble(
                      i -> DoubleStream.generate(() -> values[i]).limit((long) weights[i]))
                  .toArray();
          double percentile = random.nextDouble(100);
          assertThat(TailInterval.ofAscending(values, weights, percentile))
              .isEqualTo(ofAscending(expanded, percentile));
        });
  }

  private static final double[] PERCENTILES = {0, 25, 50, 80, 95, 99, 100};

  /** Ascending values 1 to a count: each is its own rank. */
  private static double[] ranks(int count) {
    return IntStream.rangeClosed(1, count).asDoubleStream().toArray();
  }

  @Test
  void theDistributionIsThatOfAllPossibleResamples() {
    for (int count = 1; count <= 6; count++) {
      for (int rank = 1; rank <= count; rank++) {
        int[] atMost = new int[count + 1];
        int resamples = (int) Math.pow(count, count);
        for (int resample = 0; resample < resamples; resample++) {
          for (int j = tailOf(resample, count, rank); j <= count; j++) {
            atMost[j]++;
          }
        }
        for (int j = 1; j <= count; j++) {
          assertThat(TailInterval.atMost(count, rank, j))
              .isCloseTo((double) atMost[j] / resamples, within(1e-12));
        }
      }
    }
  }

  /** The tail of the resample whose number, in base {@code count}, has the drawn as digits. */
  private static int tailOf(int resample, int count, int rank) {
    int[] drawn = new int[count];
    int rest = resample;
    for (int i = 0; i < count; i++) {
      drawn[i] = rest % count + 1;
      rest /= count;
    }
    Arrays.sort(drawn);
    return drawn[rank - 1];
  }

  @Test
  void theIntervalIsThatOfPlainResampling() {
    Cases.random(
        1,
        30,
        random -> {
          int count = random.nextInt(5, 80);
          double percentile = PERCENTILES[random.nextInt(PERCENTILES.length)];
          int resamples = 4_000;
          double[] tails = new double[resamples];
          Arrays.setAll(tails, i -> resampledTail(count, percentile, random));
          Arrays.sort(tails);
          TailInterval interval = ofAscending(ranks(count), percentile);
          // Plain resampling has noise of its own: 0.8 of a percentage point is over 3 sigma.
          assertThat(interval.lowMs())
              .isBetween(Percentile.of(tails, 1.7), Percentile.of(tails, 3.3));
          assertThat(interval.highMs())
              .isBetween(Percentile.of(tails, 96.7), Percentile.of(tails, 98.3));
        });
  }

  private static double resampledTail(int count, double percentile, RandomGenerator random) {
    double[] drawn = random.ints(count, 1, count + 1).asDoubleStream().toArray();
    Arrays.sort(drawn);
    return Percentile.of(drawn, percentile);
  }

  @Test
  void theTailLiesWithinItsIntervalForAnyNumberOfRequests() {
    for (int count : new int[] {1, 2, 3, 10, 99, 100, 101, 10_000, 1_000_000}) {
      double[] values = ranks(count);
      for (double percentile : PERCENTILES) {
        TailInterval interval = ofAscending(values, percentile);
        assertThat(interval.tailMs()).isEqualTo(Percentile.of(values, percentile));
      }
    }
  }

  @Test
  void tenThousandRequestsLeaveThe99thPercentileAFifthOfAPercentToEitherSide() {
    // Normal approximation: 9,900 plus or minus 1.96 times sqrt(10,000 * 0.99 * 0.01).
    TailInterval interval = ofAscending(ranks(10_000), 99);
    assertThat(interval.lowMs()).isCloseTo(9_900 - 19.5, within(2.0));
    assertThat(interval.highMs()).isCloseTo(9_900 + 19.5, within(2.0));
  }

  @Test
  void theTwoRequestsOfFigure5SayLittle() {
    TailInterval interval =
        TailInterval.of(new Schedule(List.of(0.0, 50.0, 50.0)), PaperTables.figure5Profile(), 99);
    assertThat(interval).isEqualTo(new TailInterval(100, 50, 100));
  }

  @Test
  void aTailOutsideOfItsIntervalIsRejected() {
    assertThatIllegalArgumentException().isThrownBy(() -> new TailInterval(1, 2, 3));
    assertThatIllegalArgumentException().isThrownBy(() -> new TailInterval(4, 2, 3));
    assertThatIllegalArgumentException().isThrownBy(() -> new TailInterval(Double.NaN, 2, 3));
  }
}
