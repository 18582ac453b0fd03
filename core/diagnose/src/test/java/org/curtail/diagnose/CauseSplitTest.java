package org.curtail.diagnose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.curtail.diagnose.pause.Pause;
import org.curtail.signals.Stint;
import org.junit.jupiter.api.Test;

/** Requests whose parts can be computed by hand. */
class CauseSplitTest {
  private static final CauseSplit EXACT = new CauseSplit(0, 0, 0, 0);

  private static Stint stint(
      long thread, long from, long to, long cpu, long delay, long major, long voluntary) {
    return new Stint(
        thread, "worker-" + thread, from, to, cpu, delay, 0, major, voluntary, 0, 1, false);
  }

  private static RequestEvidence served(long start, long end, List<Stint> stints) {
    return RequestEvidence.ofServer(1, "", 0, start, end, stints, List.of());
  }

  @Test
  void measuredRequestOfTheNotesIsSplitAsThere() {
    // 4.2 ms of CPU under load, with a park of 2 ms inside: microseconds of the notes' table.
    var stint = stint(1, 0, 22_246_000, 4_200_000, 15_869_000, 0, 1);
    Breakdown parts = CauseSplit.of(served(0, 22_246_000, List.of(stint)));
    assertThat(parts.nanos(Cause.WORK)).isEqualTo(4_200_000);
    assertThat(parts.nanos(Cause.RUN_QUEUE)).isEqualTo(15_869_000);
    assertThat(parts.nanos(Cause.BLOCKED)).isBetween(2_000_000L, 2_177_000L);
    assertThat(parts.nanos(Cause.REST)).isBetween(1L, parts.restBoundNanos());
    assertThat(parts.restBoundNanos()).isLessThan(200_000);
  }

  @Test
  void criticalPathGoesBackFromTheLastThread() {
    var first = stint(1, 10, 60, 50, 0, 0, 0);
    var last = stint(2, 40, 100, 20, 40, 0, 0);
    Breakdown parts = EXACT.split(served(0, 100, List.of(last, first)));
    assertThat(parts.spans())
        .extracting(Span::who)
        .containsExactly("hand-off", "worker-1", "worker-2");
    assertThat(parts.nanos(Cause.HAND_OFF)).isEqualTo(10);
    assertThat(parts.nanos(Cause.WORK)).isEqualTo(30 + 20);
    assertThat(parts.nanos(Cause.RUN_QUEUE)).isEqualTo(40);
    assertThat(parts.cpuNanos()).isEqualTo(70);
    assertThat(parts.helperCpuNanos()).isEqualTo(20);
  }

  @Test
  void preemptedRequestWaitsForAdmission() {
    var before = stint(1, 20, 30, 10, 0, 0, 0);
    var after = stint(2, 70, 90, 20, 0, 0, 0);
    Breakdown parts = EXACT.split(served(15, 100, List.of(before, after)));
    assertThat(parts.nanos(Cause.ADMISSION)).isEqualTo(15 + 40);
    assertThat(parts.nanos(Cause.HAND_OFF)).isEqualTo(5 + 10);
    assertThat(parts.nanos(Cause.WORK)).isEqualTo(30);
  }

  @Test
  void cpuTimeFarAboveTheUsualIsInterference() {
    var stint = stint(1, 0, 100, 90, 0, 0, 0);
    RequestEvidence evidence = served(0, 100, List.of(stint));
    Breakdown far = EXACT.split(evidence.expecting(30));
    assertThat(far.nanos(Cause.WORK)).isEqualTo(30);
    assertThat(far.nanos(Cause.INTERFERENCE)).isEqualTo(60);
    assertThat(far.isDemandKnown()).isTrue();
    Breakdown near = EXACT.split(evidence.expecting(75));
    assertThat(near.nanos(Cause.WORK)).isEqualTo(90);
    assertThat(EXACT.split(evidence).isDemandKnown()).isFalse();
  }

  @Test
  void minorFaultsCostCpuTimeAndMajorFaultsCostWaits() {
    var stint = new Stint(1, "worker", 0, 10_000, 4_000, 0, 6, 3, 4, 0, 1, false);
    Breakdown parts = new CauseSplit(500, 0, 0, 0).split(served(0, 10_000, List.of(stint)));
    assertThat(parts.nanos(Cause.WORK)).isEqualTo(1_000);
    assertThat(parts.nanos(Cause.PAGE_FAULTS)).isEqualTo(3_000 + 4_500);
    assertThat(parts.nanos(Cause.BLOCKED)).isEqualTo(1_500);
  }

  @Test
  void costOfMajorFaultsIsLimitedByTheCpuTime() {
    var stint = new Stint(1, "worker", 0, 10_000, 4_000, 0, 2, 3, 3, 0, 1, false);
    Breakdown parts = new CauseSplit(100, 1_000, 0, 0).split(served(0, 10_000, List.of(stint)));
    assertThat(parts.nanos(Cause.WORK)).isEqualTo(800);
    assertThat(parts.nanos(Cause.PAGE_FAULTS)).isEqualTo(200 + 3_000 + 6_000);
    Breakdown most =
        new CauseSplit(100, Long.MAX_VALUE, 0, 0).split(served(0, 10_000, List.of(stint)));
    assertThat(most.nanos(Cause.WORK)).isZero();
    assertThat(most.nanos(Cause.PAGE_FAULTS)).isEqualTo(10_000);
  }

  @Test
  void threadWithoutVoluntarySwitchesWaitedForACore() {
    var stint = stint(1, 0, 100, 60, -1, 0, 0);
    assertThat(EXACT.split(served(0, 100, List.of(stint))).nanos(Cause.RUN_QUEUE)).isEqualTo(40);
    var unknown = stint(1, 0, 100, 60, -1, 0, -1);
    assertThat(EXACT.split(served(0, 100, List.of(unknown))).nanos(Cause.REST)).isEqualTo(40);
  }

  @Test
  void pauseExplainsTheQueueToo() {
    var pauses =
        List.of(new Pause(5, 25, Pause.Kind.COLLECTOR), new Pause(0, 30, Pause.Kind.SAFEPOINT));
    RequestEvidence evidence =
        served(20, 50, List.of(stint(1, 20, 50, 20, 0, 0, 1))).during(pauses);
    Breakdown parts = EXACT.split(evidence);
    assertThat(parts.nanos(Cause.COLLECTOR)).isEqualTo(15 + 5);
    assertThat(parts.nanos(Cause.SAFEPOINT)).isEqualTo(5 + 5);
    assertThat(parts.nanos(Cause.ADMISSION)).isZero();
    assertThat(parts.nanos(Cause.WORK)).isEqualTo(20);
  }

  @Test
  void impossibleValuesAreRejected() {
    assertThatThrownBy(() -> served(10, 5, List.of()))
        .hasMessage(
            "request 1: receivedNanos, startNanos and endNanos must be in this order: 0, 10, 5");
    assertThatThrownBy(() -> served(0, 5, List.of()).asSeenBy(9, 8)).hasMessageContaining("8, 9");
    assertThatThrownBy(() -> served(0, 5, List.of()).expecting(-2)).hasMessageContaining("-2");
    assertThatThrownBy(() -> new CauseSplit(-1, 0, 0, 0)).hasMessageContaining("-1");
    assertThatThrownBy(() -> new CauseSplit(0, 0, Double.NaN, 0)).hasMessageContaining("NaN");
    assertThatThrownBy(() -> new Span("x", 0, 5, CauseNanos.ZERO)).hasMessageContaining("0 to 5");
  }
}
