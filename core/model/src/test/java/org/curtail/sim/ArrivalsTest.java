package org.curtail.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class ArrivalsTest {
  private static final List<Arrivals> KINDS =
      List.of(
          new PoissonArrivals(40),
          new SteppedArrivals(List.of(new RatePeriod(30, 600), new RatePeriod(0, 100))),
          new SteppedArrivals(List.of(new RatePeriod(1, 1), new RatePeriod(5_000, 0.1))),
          new BurstyArrivals(new RatePeriod(200, 50), new RatePeriod(20, 450)),
          new BurstyArrivals(new RatePeriod(0, 50), new RatePeriod(20, 450)),
          new RecordedArrivals(DoubleStream.iterate(0, ms -> ms + 1).limit(500).boxed().toList()));

  private static double[] draw(Arrivals arrivals, int count) {
    return arrivals.draw(count, new SplittableRandom(1));
  }

  /**
   * Returns the variance of the numbers of arrivals in windows relative to that of Poisson
   * arrivals.
   */
  private static double varianceToMean(double[] arrivalsMs, double windowMs) {
    double[] counts = new double[(int) (arrivalsMs[arrivalsMs.length - 1] / windowMs)];
    for (double arrivalMs : arrivalsMs) {
      int window = (int) (arrivalMs / windowMs);
      if (window < counts.length) {
        counts[window]++;
      }
    }
    double mean = Arrays.stream(counts).average().orElseThrow();
    double variance =
        Arrays.stream(counts).map(n -> (n - mean) * (n - mean)).average().orElseThrow();
    return variance / mean;
  }

  @Test
  void timesAscendAndTheSameSeedRepeatsThem() {
    for (Arrivals arrivals : KINDS) {
      Cases.random(
          1,
          50,
          random -> {
            long seed = random.nextLong();
            double[] arrivalsMs = arrivals.draw(500, new SplittableRandom(seed));
            assertThat(arrivalsMs).hasSize(500).isSorted();
            assertThat(arrivalsMs[0]).isNotNegative();
            int fewer = random.nextInt(500);
            assertThat(arrivals.draw(fewer, new SplittableRandom(seed)))
                .isEqualTo(Arrays.copyOf(arrivalsMs, fewer));
          });
    }
  }

  @Test
  void theDrawsAreTheSameOnEveryMachine() {
    assertThat(draw(new PoissonArrivals(40), 3))
        .containsExactly(20.90013836925898, 55.13919230699658, 143.65305242631297);
    assertThat(draw(new BurstyArrivals(new RatePeriod(200, 50), new RatePeriod(20, 450)), 3))
        .containsExactly(68.47810787547517, 245.50582811410794, 274.88749148253356);
  }

  @Test
  void poissonArrivalsHaveExponentialGaps() {
    double[] arrivalsMs = draw(new PoissonArrivals(40), 40_000);
    double[] gapsMs = new double[arrivalsMs.length - 1];
    Arrays.setAll(gapsMs, i -> arrivalsMs[i + 1] - arrivalsMs[i]);
    Arrays.sort(gapsMs);
    for (double share : new double[] {0.1, 0.5, 0.9, 0.99}) {
      double exactMs = -Math.log(1 - share) * 25;
      assertThat(gapsMs[(int) (share * gapsMs.length)]).isCloseTo(exactMs, within(0.05 * exactMs));
    }
    assertThat(varianceToMean(arrivalsMs, 500)).isCloseTo(1, within(0.15));
  }

  @Test
  void anotherRateDividesAllTimes() {
    double[] slowMs = draw(new PoissonArrivals(10), 1_000);
    double[] fastMs = draw(new PoissonArrivals(40), 1_000);
    double[] oddMs = draw(new PoissonArrivals(17), 1_000);
    for (int i = 0; i < slowMs.length; i++) {
      assertThat(fastMs[i]).isEqualTo(slowMs[i] / 4);
      assertThat(oddMs[i]).isCloseTo(slowMs[i] / 1.7, within(1e-15 * slowMs[i]));
    }
  }

  @Test
  void onePeriodIsPoisson() {
    double[] steppedMs = draw(new SteppedArrivals(List.of(new RatePeriod(40, 77))), 1_000);
    double[] poissonMs = draw(new PoissonArrivals(40), 1_000);
    assertThat(steppedMs).containsExactly(poissonMs, within(1e-8));
  }

  @Test
  void everyPeriodHasItsRate() {
    var periods =
        List.of(new RatePeriod(30, 60_000), new RatePeriod(0, 10_000), new RatePeriod(60, 30_000));
    double[] arrivalsMs = draw(new SteppedArrivals(periods), 50 * 3_600);
    double[] counts = new double[3];
    for (double arrivalMs : arrivalsMs) {
      double inCycleMs = arrivalMs % 100_000;
      counts[inCycleMs < 60_000 ? 0 : inCycleMs < 70_000 ? 1 : 2]++;
    }
    // Half of the arrivals each, and none in between.
    assertThat(counts[0] / arrivalsMs.length).isCloseTo(0.5, within(0.01));
    assertThat(counts[1]).isZero();
    assertThat(arrivalsMs[arrivalsMs.length - 1]).isCloseTo(50 * 100_000, within(50_000.0));
  }

  @Test
  void burstsKeepTheMeanRateButNotItsEvenness() {
    var bursty = new BurstyArrivals(new RatePeriod(200, 50), new RatePeriod(20, 450));
    assertThat(bursty.meanPerSecond()).isCloseTo(38, within(1e-9));
    double[] arrivalsMs = draw(bursty, 100_000);
    double perSecond = 1_000 * arrivalsMs.length / arrivalsMs[arrivalsMs.length - 1];
    assertThat(perSecond).isCloseTo(38, within(1.0));
    // Over times that are long compared with a burst: 1 + 2 v s / m, with v the variance of the
    // rate, m its mean, and s = 45 ms the mean time of memory. 1 + 2 * 2916 * 0.045 / 38.
    assertThat(varianceToMean(arrivalsMs, 2_000)).isCloseTo(7.9, within(0.8));
  }

  @Test
  void burstsComeAtTheSameTimesWhateverTheRates() {
    var silent = new RatePeriod(0, 450);
    double[] slowMs = draw(new BurstyArrivals(new RatePeriod(10_000, 50), silent), 20_000);
    double[] fastMs = draw(new BurstyArrivals(new RatePeriod(20_000, 50), silent), 40_000);
    // The silence between bursts is long enough to separate them.
    assertThat(burstsMs(fastMs, 10)).containsExactly(burstsMs(slowMs, 10), within(2.0));
  }

  private static double[] burstsMs(double[] arrivalsMs, int count) {
    double[] beginsMs = new double[count];
    int found = 0;
    double previousMs = Double.NEGATIVE_INFINITY;
    for (int i = 0; found < count; previousMs = arrivalsMs[i++]) {
      if (arrivalsMs[i] - previousMs > 20) {
        beginsMs[found++] = arrivalsMs[i];
      }
    }
    return beginsMs;
  }

  @Test
  void impossibleRatesAndTimesAreRejected() {
    for (double impossible : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatIllegalArgumentException().isThrownBy(() -> new PoissonArrivals(impossible));
      assertThatIllegalArgumentException().isThrownBy(() -> new RatePeriod(impossible, 1));
      assertThatIllegalArgumentException().isThrownBy(() -> new RatePeriod(1, impossible));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new RecordedArrivals(List.of(1.0, impossible)))
          .withMessageContaining("arrival 1 is " + impossible);
    }
    assertThatIllegalArgumentException().isThrownBy(() -> new PoissonArrivals(0));
    assertThatIllegalArgumentException().isThrownBy(() -> new RatePeriod(1, 0));
  }

  @Test
  void arrivalsThatNeverComeAreRejected() {
    var silent = new RatePeriod(0, 1);
    assertThatIllegalArgumentException().isThrownBy(() -> new SteppedArrivals(List.of()));
    assertThatIllegalArgumentException().isThrownBy(() -> new SteppedArrivals(List.of(silent)));
    assertThatIllegalArgumentException().isThrownBy(() -> new BurstyArrivals(silent, silent));
  }
}
