package org.curtail.cli.diagnose.observer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The filter on a simulated observer whose interruptions are known. */
class FidelityTest {
  private static final double MOST_PER_NANO = 1.15;

  /**
   * Samples of a word that grows by one each nanosecond.
   *
   * @param hit true for samples that were interrupted
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Samples(long[] before, long[] after, long[] counts, boolean[] hit) {
    Fidelity fidelity() {
      return Fidelity.of(before, after);
    }
  }

  /**
   * Looks at a word, with some interruptions.
   *
   * @param interruptedShare of looks that are interrupted between the clocks
   * @param gapShare of sleeps between looks that are much too long
   */
  private static Samples watch(
      long seed, int count, long periodNanos, double interruptedShare, double gapShare) {
    var random = new SplittableRandom(seed);
    var samples =
        new Samples(new long[count], new long[count], new long[count], new boolean[count]);
    double now = 0;
    for (int i = 0; i < count; i++) {
      samples.before()[i] = (long) (now + 8 * random.nextGaussian());
      now += 40;
      if (random.nextDouble() < interruptedShare) {
        samples.hit()[i] = true;
        now += 1_000 + random.nextInt(20_000);
      }
      samples.counts()[i] = (long) now;
      now += 40;
      samples.after()[i] = (long) (now + 8 * random.nextGaussian());
      now += periodNanos - 80;
      if (random.nextDouble() < gapShare) {
        now += 20_000_000;
      }
    }
    return samples;
  }

  @Test
  void impossibleSamplesAreFilteredAndThePassRateRisesWithTheInterval() {
    double passedBefore = 0;
    for (long period : new long[] {200, 1_000, 9_400}) {
      Samples samples = watch(1, 80_000, period, 0.005, 0);
      Fidelity fidelity = samples.fidelity();
      Fidelity.Impossible impossible =
          fidelity.impossible(samples.before(), samples.counts(), MOST_PER_NANO);
      assertThat(impossible.all()).as("at %d ns", period).isGreaterThan(200);
      if (period >= 1_000) {
        // At most 145 per million were measured; see the caveats of the filter.
        assertThat(impossible.kept()).as("at %d ns", period).isLessThan(30);
      }
      assertThat(fidelity.passRate()).as("at %d ns", period).isGreaterThan(passedBefore);
      passedBefore = fidelity.passRate();
      assertThat(fidelity.isTooFast()).as("at %d ns", period).isEqualTo(period < 1_000);
    }
    assertThat(passedBefore).isGreaterThan(0.97);
  }

  @Test
  void bothIntervalsAroundAnInterruptionAreDropped() {
    Samples samples = watch(2, 50_000, 5_000, 0.01, 0);
    Fidelity fidelity = samples.fidelity();
    for (int i = 0; i < fidelity.intervals(); i++) {
      if (samples.hit()[i] != samples.hit()[i + 1]) {
        assertThat(fidelity.kept().get(i)).as("interval %d", i).isFalse();
      }
    }
    long quiet = 0;
    for (int i = 0; i < fidelity.intervals(); i++) {
      quiet += !samples.hit()[i] && !samples.hit()[i + 1] ? 1 : 0;
    }
    assertThat((double) fidelity.kept().cardinality()).isGreaterThan(0.98 * quiet);
  }

  @Test
  void gapsAreNoSamplesAndSplitTheSeries() {
    Samples samples = watch(3, 20_000, 5_000, 0, 0.001);
    Fidelity fidelity = samples.fidelity();
    int gaps = 0;
    for (int i = 0; i < fidelity.intervals(); i++) {
      boolean isGap = samples.before()[i + 1] - samples.before()[i] > 1_000_000;
      gaps += isGap ? 1 : 0;
      assertThat(fidelity.gaps().get(i)).isEqualTo(isGap);
      assertThat(isGap && fidelity.kept().get(i)).isFalse();
    }
    assertThat(gaps).isPositive();
    assertThat(fidelity.runs()).hasSize(gaps + 1);
    assertThat(fidelity.runs().stream().mapToInt(run -> run.last() - run.first()).sum())
        .isEqualTo(fidelity.intervals() - gaps);
    assertThat(fidelity.runs().getLast().last()).isEqualTo(19_999);
    assertThat(fidelity.passRate()).isGreaterThan(0.99);
  }

  @Test
  void epsilonComesFromTheInterval() {
    assertThat(Fidelity.epsilon(100)).isEqualTo(0.05);
    assertThat(Fidelity.epsilon(1_000)).isEqualTo(0.05);
    assertThat(Fidelity.epsilon(2_000)).isEqualTo(0.025);
    assertThat(Fidelity.epsilon(5_000)).isEqualTo(0.01);
    assertThat(Fidelity.epsilon(1_000_000)).isEqualTo(0.01);
  }

  @Test
  void clocksThatAgreeToTheNanosecondPassAndThoseThatDoNotFail() {
    long[] before = {0, 10_000, 20_000, 30_000, 40_000};
    long[] after = {50, 10_150, 20_151, 30_049, 40_051};
    Fidelity fidelity = Fidelity.of(before, after);
    assertThat(fidelity.kept().stream()).containsExactly(0, 1, 3);
    assertThat(fidelity.passRate()).isEqualTo(0.75);
    assertThat(fidelity.medianIntervalNanos()).isEqualTo(10_000);
  }

  @Test
  void fewSamplesHaveNoPassRate() {
    for (int count : new int[] {0, 1}) {
      Fidelity fidelity = Fidelity.of(new long[count], new long[count]);
      assertThat(fidelity.passRate()).isNaN();
      assertThat(fidelity.isTooFast()).isFalse();
      assertThat(fidelity.runs()).containsExactly(new Fidelity.Run(0, 0));
    }
    assertThatThrownBy(() -> Fidelity.of(new long[2], new long[3])).hasMessageContaining("2, 3");
  }
}
