package org.curtail.benchkit.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MeanIntervalTest {
  /** Printed tables of Student's distribution. */
  @ParameterizedTest
  @CsvSource({"4, 2.776", "5, 2.571", "7, 2.365", "10, 2.228", "30, 2.042", "1000, 1.962"})
  void quantilesAreThoseOfTheTables(int degreesOfFreedom, double quantile) {
    assertThat(MeanInterval.student(degreesOfFreedom)).isCloseTo(quantile, within(0.001));
  }

  @Test
  void anIntervalIsWorkedOutByHand() {
    // Deviations -2 to 2: variance 2.5, standard error root of a half.
    MeanInterval interval = MeanInterval.of(List.of(1.0, 2.0, 3.0, 4.0, 5.0));
    assertThat(interval.mean()).isEqualTo(3);
    assertThat(interval.halfWidth()).isCloseTo(2.776 * Math.sqrt(0.5), within(0.001));
    assertThat(interval.low()).isEqualTo(3 - interval.halfWidth());
    assertThat(interval.high()).isEqualTo(3 + interval.halfWidth());
  }

  @Test
  void tooFewSayNothing() {
    assertThatThrownBy(() -> MeanInterval.of(List.of(1.0, 2.0))).hasMessageContaining("2");
  }
}
