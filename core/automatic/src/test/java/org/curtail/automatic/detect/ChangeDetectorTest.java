package org.curtail.automatic.detect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ChangeDetectorTest {
  /** Values of very different distributions. The rate of false alarms must not depend on them. */
  enum Values {
    EXPONENTIAL,
    PARETO,
    ALL_EQUAL,
    TWO_KINDS;

    double draw(SplittableRandom random) {
      return switch (this) {
        case EXPONENTIAL -> -StrictMath.log1p(-random.nextDouble());
        case PARETO -> StrictMath.pow(1 - random.nextDouble(), -1 / 0.9);
        case ALL_EQUAL -> 7;
        case TWO_KINDS -> random.nextInt(20) == 0 ? 1_000 : 1;
      };
    }
  }

  /** Returns the number of values until the alarm, or the limit. */
  private static long runLength(Values values, double perFalseAlarm, long seed, long most) {
    var random = new SplittableRandom(seed);
    var detector = new ChangeDetector(perFalseAlarm, seed + 1_000_000);
    long length = 1;
    while (length < most && !detector.offer(values.draw(random), length)) {
      length++;
    }
    return length;
  }

  /** Long runs are cut off, which lowers the mean, so the check is conservative. */
  private static double[] meanAndError(Values values, double perFalseAlarm, int runs) {
    double[] lengths = new double[runs];
    Arrays.setAll(
        lengths, run -> runLength(values, perFalseAlarm, 77L * run, (long) (20 * perFalseAlarm)));
    double mean = Arrays.stream(lengths).average().orElseThrow();
    double variance = Arrays.stream(lengths).map(x -> (x - mean) * (x - mean)).sum() / (runs - 1);
    return new double[] {mean, Math.sqrt(variance / runs)};
  }

  @ParameterizedTest
  @EnumSource
  void falseAlarmsAreNoMoreFrequentThanStated(Values values) {
    double[] length = meanAndError(values, 300, 200);
    assertThat(length[0] + 3 * length[1]).isGreaterThan(300);
  }

  @Tag("long")
  @ParameterizedTest
  @EnumSource
  void falseAlarmsAreNoMoreFrequentThanStatedInLongRuns(Values values) {
    for (double stated : new double[] {1_000, 10_000}) {
      double[] length = meanAndError(values, stated, 300);
      System.out.printf(
          "%s: a false alarm after %.0f values in the mean (standard error %.0f), stated %.0f%n",
          values, length[0], length[1], stated);
      assertThat(length[0] + 3 * length[1]).isGreaterThan(stated);
    }
  }

  @Test
  void aChangeIsPlacedWhereItWas() {
    double off = 0;
    for (long seed = 0; seed < 20; seed++) {
      var random = new SplittableRandom(seed);
      var detector = new ChangeDetector(1e6, seed);
      for (int i = 0; i < 1_000; i++) {
        assertThat(detector.offer(Values.EXPONENTIAL.draw(random), i)).isFalse();
      }
      int i = 1_000;
      while (!detector.offer(3 * Values.EXPONENTIAL.draw(random), i)) {
        i++;
      }
      assertThat(i).isLessThan(1_150);
      off += Math.abs(detector.change().orElseThrow().sinceNanos() - 1_000) / 20.0;
      assertThat(detector.change().orElseThrow().factor()).isBetween(1.2, 12.0);
    }
    assertThat(off).isLessThan(20);
  }

  @Test
  void aSmallChangeIsNotLookedFor() {
    for (long seed = 0; seed < 5; seed++) {
      var random = new SplittableRandom(seed);
      var detector = new ChangeDetector(1e6, seed);
      for (int i = 0; i < 10_000; i++) {
        double factor = i < 2_000 ? 1 : 1.1;
        assertThat(detector.offer(factor * Values.EXPONENTIAL.draw(random), i))
            .as("seed %d", seed)
            .isFalse();
      }
    }
  }

  @Test
  void anAlarmIsWithdrawnIfAllIsAsBeforeAndTheNextChangeIsNoticed() {
    var random = new SplittableRandom(3);
    var detector = new ChangeDetector(1e6, 3);
    for (int i = 0; i < 1_000; i++) {
      detector.offer(Values.EXPONENTIAL.draw(random), i);
    }
    for (int i = 0; i < 30; i++) {
      detector.offer(20 * Values.EXPONENTIAL.draw(random), i);
    }
    assertThat(detector.change()).isPresent();
    for (int i = 0; i < 1_000; i++) {
      detector.offer(Values.EXPONENTIAL.draw(random), i);
    }
    assertThat(detector.change()).isEmpty();
    for (int i = 0; i < 300; i++) {
      detector.offer(3 * Values.EXPONENTIAL.draw(random), 5_000 + i);
    }
    assertThat(detector.change().orElseThrow().sinceNanos()).isBetween(4_900L, 5_050L);
  }

  @Test
  void aLargeChangeByOneFactorIsReportedSoon() {
    int soon = 0;
    for (long seed = 0; seed < 20; seed++) {
      soon += toldAfter(3, seed) == 200 ? 1 : 0;
    }
    assertThat(soon).isGreaterThanOrEqualTo(15);
  }

  /**
   * Returns the number of values after the alarm until its kind is known; -1 if it is withdrawn.
   */
  private static long toldAfter(double factor, long seed) {
    var random = new SplittableRandom(seed);
    var detector = new ChangeDetector(1e6, seed);
    for (int i = 0; i < 2_000; i++) {
      detector.offer(Values.EXPONENTIAL.draw(random), i);
    }
    for (int i = 0; i < 3_000; i++) {
      detector.offer(factor * Values.EXPONENTIAL.draw(random), 2_000 + i);
      Optional<Change> change = detector.change();
      if (change.isPresent() && change.get().kind() != Change.Kind.NOT_KNOWN) {
        return change.get().values();
      }
    }
    return -1;
  }

  @Test
  void withTooFewValuesBeforeTheChangeTheKindStaysUnknown() {
    var detector = new ChangeDetector(10, 1);
    var random = new SplittableRandom(1);
    for (int i = 0; i < 30; i++) {
      detector.learn(1);
    }
    for (int i = 0; i < 2_000; i++) {
      detector.offer(100 * Values.EXPONENTIAL.draw(random), i);
    }
    assertThat(detector.change().orElseThrow().kind()).isEqualTo(Change.Kind.NOT_KNOWN);
    assertThat(detector.change().orElseThrow().ofReciprocals().factor())
        .isCloseTo(1 / detector.change().orElseThrow().factor(), within(1e-12));
  }

  @Test
  void theRateHasLimits() {
    assertThatIllegalArgumentException().isThrownBy(() -> new ChangeDetector(1, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new ChangeDetector(Double.NaN, 1));
  }
}
