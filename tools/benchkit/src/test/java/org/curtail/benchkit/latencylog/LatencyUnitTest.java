package org.curtail.benchkit.latencylog;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LatencyUnitTest {
  @ParameterizedTest
  @CsvSource({
    "latency_ms,MS",
    "ms,MS",
    "Latency (ms),MS",
    "latency[us],US",
    "took_micros,US",
    "took_microseconds,US",
    "latency_\u00b5s,US",
    "timeNs,NS",
    "time_nanos,NS",
    "p-sec,S",
    "exec_time_seconds,S",
    "durationMillis,MS",
    "LATENCY_MS,MS",
    "time_s,S"
  })
  void theNameOfAColumnTellsTheUnit(String name, LatencyUnit unit) {
    assertThat(LatencyUnit.ofColumn(name)).contains(unit);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"second", "latency", "items", "status", "hits", "bytes", "timeS", "aliens", ""})
  void otherNamesTellNothing(String name) {
    assertThat(LatencyUnit.ofColumn(name)).isEmpty();
  }

  @Test
  void aTimeBecomesMilliseconds() {
    assertThat(LatencyUnit.S.millis(2)).isEqualTo(2000);
    assertThat(LatencyUnit.MS.millis(2)).isEqualTo(2);
    assertThat(LatencyUnit.US.millis(2)).isEqualTo(0.002);
    assertThat(LatencyUnit.NS.millis(2)).isEqualTo(0.000002);
  }

  @Test
  void theStemOfANameLacksTheUnit() {
    assertThat(LatencyUnit.stem("latency_ms")).isEqualTo("latency");
    assertThat(LatencyUnit.stem("latency (us)")).isEqualTo("latency");
    assertThat(LatencyUnit.stem("latencyMs")).isEqualTo("latency");
    assertThat(LatencyUnit.stem("second")).isEqualTo("second");
  }
}
