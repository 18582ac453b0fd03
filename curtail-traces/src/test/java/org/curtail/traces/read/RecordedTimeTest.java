package org.curtail.traces.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RecordedTimeTest {
  @Test
  void timesOfAllUnitsBecomeNanoseconds() {
    assertThat(RecordedTime.nanos("12", TimeUnit.MICROSECONDS)).isEqualTo(12_000);
    assertThat(RecordedTime.nanos("1661140434.123456789", TimeUnit.SECONDS))
        .isEqualTo(1_661_140_434_123_456_789L);
    assertThat(RecordedTime.nanos("1.5e3", TimeUnit.MILLISECONDS)).isEqualTo(1_500_000_000);
    assertThat(RecordedTime.nanos("2022-08-22T03:53:54Z", TimeUnit.MICROSECONDS))
        .isEqualTo(1_661_140_434_000_000_000L);
    assertThat(RecordedTime.nanos("2022-08-22 03:53:54.5", TimeUnit.MICROSECONDS))
        .isEqualTo(1_661_140_434_500_000_000L);
  }

  @Test
  void theSizeOfATimeOfDayTellsItsUnit() {
    assertThat(RecordedTime.unixUnit("1661140434123456789")).isEqualTo(TimeUnit.NANOSECONDS);
    assertThat(RecordedTime.unixUnit("1661140434123456")).isEqualTo(TimeUnit.MICROSECONDS);
    assertThat(RecordedTime.unixUnit("1661140434123")).isEqualTo(TimeUnit.MILLISECONDS);
    assertThat(RecordedTime.unixUnit("1661140434.5")).isEqualTo(TimeUnit.SECONDS);
  }

  @Test
  void whatIsNoTimeOrTooGreatIsRefused() {
    for (String text :
        List.of("soon", "", "NaN", "1e999999999", "99999999999999999999", "9999999999999999.5")) {
      assertThatThrownBy(() -> RecordedTime.nanos(text, TimeUnit.SECONDS))
          .as(text)
          .isInstanceOf(NumberFormatException.class);
    }
    assertThat(RecordedTime.nanos("1e-999999999", TimeUnit.SECONDS)).isZero();
  }
}
