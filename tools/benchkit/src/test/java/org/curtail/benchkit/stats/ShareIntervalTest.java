package org.curtail.benchkit.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ShareIntervalTest {
  @Test
  void isThatOfTheClosedForm() {
    // Wilson's interval of 8 of 10, from textbooks.
    ShareInterval interval = ShareInterval.of(0.8, 10);
    assertThat(interval.low()).isCloseTo(0.490, within(5e-4));
    assertThat(interval.high()).isCloseTo(0.943, within(5e-4));
  }

  @Test
  void noneOrAllOfFewAreNotCertain() {
    assertThat(ShareInterval.of(1, 20).low()).isCloseTo(0.839, within(5e-4));
    assertThat(ShareInterval.of(1, 20).high()).isCloseTo(1, within(1e-9));
    assertThat(ShareInterval.of(0, 20).low()).isCloseTo(0, within(1e-9));
    assertThat(ShareInterval.of(1, 400).low()).isGreaterThan(0.99);
  }
}
