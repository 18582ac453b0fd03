package org.curtail.benchkit.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NumbersTest {
  @Test
  void threeDigitsCount() {
    assertThat(Numbers.significant(0)).isEqualTo("0");
    assertThat(Numbers.significant(0.01234)).isEqualTo("0.0123");
    assertThat(Numbers.significant(1.234)).isEqualTo("1.23");
    assertThat(Numbers.significant(123.4)).isEqualTo("123");
    assertThat(Numbers.significant(12345.6)).isEqualTo("12,346");
    assertThat(Numbers.significant(1.234e9)).isEqualTo("1.23e+9");
    assertThat(Numbers.significant(1.234e-7)).isEqualTo("1.23e-7");
  }

  @Test
  void timesHaveTheUnitThatSuitsThem() {
    assertThat(Numbers.time(0)).isEqualTo("0 ms");
    assertThat(Numbers.time(0.0123)).isEqualTo("12.3 µs");
    assertThat(Numbers.time(87.94)).isEqualTo("87.9 ms");
    assertThat(Numbers.time(12345)).isEqualTo("12.3 s");
  }

  @Test
  void sharesAreWholePercentagesFromTenOn() {
    assertThat(Numbers.percent(0.5)).isEqualTo("50 %");
    assertThat(Numbers.percent(0.013)).isEqualTo("1.3 %");
    assertThat(Numbers.percent(0)).isEqualTo("0 %");
  }
}
