package org.curtail.app.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ShareIntervalTest {
  /** Values as they are printed for Wilson's interval: Newcombe 1998, table I, method 3. */
  @Test
  void published_examples_come_out() {
    assertInterval(81, 263, 0.2553, 0.3662);
    assertInterval(15, 148, 0.0624, 0.1605);
    assertInterval(0, 20, 0, 0.1611);
    assertInterval(1, 29, 0.0061, 0.1718);
  }

  private static void assertInterval(int count, int trials, double low, double high) {
    ShareInterval interval = ShareInterval.of(count, trials);
    assertThat(interval.low()).isEqualTo(low, within(0.0001));
    assertThat(interval.high()).isEqualTo(high, within(0.0001));
  }

  @Test
  void all_and_nothing_stay_within_0_and_1() {
    assertThat(ShareInterval.of(0, 5).low()).isZero();
    assertThat(ShareInterval.of(5, 5).high()).isEqualTo(1);
    assertThat(ShareInterval.of(5, 5).low())
        .isEqualTo(1 - ShareInterval.of(0, 5).high(), within(1e-12));
  }
}
