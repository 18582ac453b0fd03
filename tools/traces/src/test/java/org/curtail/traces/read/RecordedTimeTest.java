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
  void sizeOfAUnixTimeShowsItsUnit() {
    assertThat(RecordedTime.unixUnit("1661140434123456789")).isEqualTo(TimeUnit.NANOSECONDS);
    assertThat(RecordedTime.unixUnit("1661140434123456")).isEqualTo(TimeUnit.MICROSECONDS);
    assertThat(RecordedTime.unixUnit("1661140434123")).isEqualTo(TimeUnit.MILLISECONDS);
    assertThat(RecordedTime.unixUnit("1661140434.5")).isEqualTo(TimeUnit.SECONDS);
  }

  @Test
  void datesMayHaveOffsets() {
    long expected = 1_709_287_200_123_000_000L;
    for (String text :
        List.of(
            "2024-03-01T10:00:00.123Z",
            "2024-03-01 10:00:00.123",
            "2024-03-01T10:00:00,123",
            "2024-03-01T12:00:00.123+02:00",
            "2024-03-01T12:00:00.123+0200",
            "2024-03-01T05:00:00.123-05",
            "2024-03-01 10:00:00.123 +0000 UTC",
            "2024-03-01 10:00:00.123 +0000 UTC m=+0.000012345",
            "2024-03-01 11:00:00.123 +0100 CET",
            "2024-03-01 10:00:00.123 UTC",
            "2024-03-01T11:00:00.123+01:00[Europe/Berlin]")) {
      assertThat(RecordedTime.nanos(text, TimeUnit.MILLISECONDS)).as(text).isEqualTo(expected);
    }
    for (String text :
        List.of("2024-03-01 10:00:00 CET", "2024-13-01T10:00:00Z", "10:00:00", "5d")) {
      assertThatThrownBy(() -> RecordedTime.nanos(text, TimeUnit.MILLISECONDS))
          .isInstanceOf(NumberFormatException.class)
          .hasMessageContaining(text);
    }
    assertThat(RecordedTime.durationNanos("1.5ms", TimeUnit.NANOSECONDS)).isEqualTo(1_500_000);
    assertThat(RecordedTime.durationNanos("0.030s", TimeUnit.NANOSECONDS)).isEqualTo(30_000_000);
  }

  @Test
  void invalidAndTooGreatTimesAreRejected() {
    for (String text :
        List.of("soon", "", "NaN", "1e999999999", "99999999999999999999", "9999999999999999.5")) {
      assertThatThrownBy(() -> RecordedTime.nanos(text, TimeUnit.SECONDS))
          .as(text)
          .isInstanceOf(NumberFormatException.class);
    }
    assertThat(RecordedTime.nanos("1e-999999999", TimeUnit.SECONDS)).isZero();
  }
}
