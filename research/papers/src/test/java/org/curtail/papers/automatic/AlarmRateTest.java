package org.curtail.papers.automatic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class AlarmRateTest {
  @Test
  void theIntervalIsThatOfGarwoodsTable() {
    // 95 % limits of a Poisson mean, as printed: 0 to 3.689, 0.025 to 5.572, 4.795 to 18.39.
    AlarmRate none = AlarmRate.of(0, 1);
    assertThat(none.low()).isZero();
    assertThat(none.high()).isCloseTo(3.689, within(0.001));
    AlarmRate one = AlarmRate.of(1, 2);
    assertThat(one.perDay()).isEqualTo(0.5);
    assertThat(one.low() * 2).isCloseTo(0.0253, within(0.0001));
    assertThat(one.high() * 2).isCloseTo(5.572, within(0.001));
    AlarmRate ten = AlarmRate.of(10, 1);
    assertThat(ten.low()).isCloseTo(4.795, within(0.001));
    assertThat(ten.high()).isCloseTo(18.39, within(0.01));
  }
}
