package org.curtail.cli.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.curtail.benchkit.results.Diagnosed.SlowRequest;
import org.curtail.benchkit.results.Diagnosed.Span;
import org.curtail.diagnose.Cause;
import org.curtail.diagnose.CauseNanos;
import org.junit.jupiter.api.Test;

class TimeLineTextTest {
  private static final long MS = 1_000_000;

  private static List<Double> ms(CauseNanos nanos) {
    return DiagnosisFigures.ms(nanos);
  }

  private static SlowRequest request(double latencyMs, Span... spans) {
    return new SlowRequest(1, "query 1", latencyMs, null, null, true, List.of(spans), List.of());
  }

  /** Queue for 10 ms, then 20 ms of work and 10 ms without a core. */
  private static SlowRequest queuedThenServed() {
    return request(
        40,
        new Span("queue", 0, 10, ms(CauseNanos.only(Cause.ADMISSION, 10 * MS))),
        new Span(
            "curtail-0",
            10,
            40,
            ms(
                CauseNanos.only(Cause.WORK, 20 * MS)
                    .plus(CauseNanos.only(Cause.RUN_QUEUE, 10 * MS)))));
  }

  @Test
  void causesStandInTheOrderOfTimeAndWithinASpanInTheirOwn() {
    assertThat(DiagnosisText.timeLine(queuedThenServed(), 40, 20))
        .isEqualTo("aaaaarrrrrwwwwwwwwww");
  }

  @Test
  void aFasterRequestHasAShorterLine() {
    assertThat(DiagnosisText.timeLine(queuedThenServed(), 80, 20))
        .hasSize(10)
        .startsWith("aa")
        .endsWith("wwwww");
    assertThat(DiagnosisText.timeLine(queuedThenServed(), 4_000_000, 20)).hasSize(1);
  }

  @Test
  void theKeyHasTheCausesThatAreThere() {
    assertThat(DiagnosisText.timeLineKey(DiagnosisFigures.causes(), List.of(queuedThenServed())))
        .isEqualTo("a admission queue, r run queue, w work");
  }

  @Test
  void everyCauseHasALetterOfItsOwn() {
    String all =
        String.join(
            "",
            Arrays.stream(Cause.values())
                .map(cause ->
                    DiagnosisText.timeLine(
                        request(1, new Span("x", 0, 1, ms(CauseNanos.only(cause, MS)))), 1, 1))
                .toList());

    assertThat(all).hasSize(Cause.values().length);
    assertThat(all.chars().distinct().count()).isEqualTo(Cause.values().length);
  }
}
