package org.curtail.automatic;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SteadyTimeTest {
  private static final long S = 1_000_000_000L;

  private final SteadyTime time = new SteadyTime();

  @Test
  void equalsTheClockWhileItGoesForward() {
    assertThat(time.at(-5 * S)).isEqualTo(-5 * S);
    assertThat(time.at(3 * S)).isEqualTo(3 * S);
    assertThat(time.jumpNanos()).isZero();
    assertThat(time.clockAt(7 * S)).isEqualTo(7 * S);
  }

  @Test
  void standsStillWhileTheClockIsALittleBack() {
    time.at(10 * S);
    assertThat(time.at(10 * S - 1_000)).isEqualTo(10 * S);
    assertThat(time.jumpNanos()).isZero();
    assertThat(time.at(11 * S)).isEqualTo(11 * S);
  }

  @Test
  void continuesFromItsLastValueAfterAStepBack() {
    time.at(100 * S);
    assertThat(time.at(40 * S)).isEqualTo(100 * S);
    assertThat(time.jumpNanos()).isEqualTo(-60 * S);
    assertThat(time.at(45 * S)).isEqualTo(105 * S);
    assertThat(time.jumpNanos()).isZero();
    assertThat(time.before(41 * S)).isEqualTo(101 * S);
    assertThat(time.clockAt(106 * S)).isEqualTo(46 * S);
    assertThat(time.clockAt(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
  }
}
