package org.curtail.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.curtail.plan.Grid.RoundNumber;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RoundNumberTest {
  @ParameterizedTest
  @CsvSource({
    "1, 1",
    "1.01, 2",
    "2, 2",
    "3, 5",
    "5, 5",
    "5.1, 10",
    "0.003, 0.005",
    "0.1, 0.1",
    "999, 1000",
    "1000, 1000",
    "4.2e-7, 5e-7"
  })
  void roundsUpToOneTwoOrFiveTimesAPowerOfTen(double number, double round) {
    assertThat(RoundNumber.atLeast(number).value()).isEqualTo(round);
  }
}
