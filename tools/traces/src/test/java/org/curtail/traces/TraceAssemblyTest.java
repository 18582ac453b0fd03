package org.curtail.traces;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.curtail.traces.workflow.CriticalPath;
import org.curtail.traces.workflow.Replay;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TraceAssemblyTest {
  private static final long MS = 1_000_000;

  private final DamageCounts damage = new DamageCounts();

  private static Span span(
      String id, @Nullable String parent, String service, long startMs, long durationMs) {
    return span(id, parent, service, SpanKind.INTERNAL, startMs, durationMs, false);
  }

  private static Span span(
      String id,
      @Nullable String parent,
      String service,
      SpanKind kind,
      long startMs,
      long durationMs,
      boolean failed) {
    return new Span(
        "t",
        id,
        parent,
        service,
        "op " + id,
        kind,
        startMs * MS,
        durationMs < 0 ? Span.UNFINISHED : durationMs * MS,
        failed);
  }

  private Trace assembled(Span... spans) {
    return TraceAssembly.of(List.of(spans), damage);
  }

  /** Returns operation, parent, start and end in milliseconds of each span, depth first. */
  private static List<String> lines(Trace trace) {
    return IntStream.range(0, trace.size())
        .mapToObj(i ->
            "%s <%d %d-%d"
                .formatted(
                    trace.operation(i),
                    trace.parent(i),
                    trace.startNanos(i) / MS,
                    trace.endNanos(i) / MS))
        .toList();
  }

  @Test
  void spansInAnyOrderGiveTheSameTree() {
    List<Span> spans =
        new ArrayList<>(
            List.of(
                span("a", null, "x", 0, 100),
                span("b", "a", "x", 50, 20),
                span("c", "a", "x", 10, 30),
                span("d", "c", "y", 15, 5)));
    List<String> expected =
        List.of("op a <-1 0-100", "op c <0 10-40", "op d <1 15-20", "op b <0 50-70");
    for (int seed = 0; seed < 10; seed++) {
      Collections.shuffle(spans, new Random(seed));
      Trace trace = TraceAssembly.of(spans, damage);
      assertThat(lines(trace)).as("seed %d", seed).isEqualTo(expected);
      assertThat(trace.end(0)).isEqualTo(4);
      assertThat(trace.nextSibling(1)).isEqualTo(3);
    }
    assertThat(damage.counts()).isEmpty();
  }

  @Test
  void spansWithoutParentAndMoreRootsArePutBelowTheFirstRoot() {
    Trace trace =
        assembled(
            span("late", null, "x", 20, 10),
            span("root", null, "x", 0, 100),
            span("orphan", "gone", "y", 50, 10));
    assertThat(lines(trace))
        .containsExactly("op root <-1 0-100", "op late <0 20-30", "op orphan <0 50-60");
    assertThat(damage.counts()).isEqualTo(Map.of(Damage.SEVERAL_ROOTS, 1L, Damage.NO_PARENT, 1L));
  }

  @Test
  void earliestAndLongestSpanIsTheRootOfATraceWithoutRoot() {
    Trace trace = assembled(span("b", "gone", "x", 0, 10), span("a", "gone", "x", 0, 90));
    assertThat(lines(trace)).containsExactly("op a <-1 0-90", "op b <0 0-10");
    assertThat(damage.of(Damage.NO_PARENT)).isEqualTo(2);
  }

  @Test
  void consumerKeepsItsTimeAfterItsCallersEnd() {
    Trace trace =
        assembled(
            span("root", null, "shop", SpanKind.SERVER, 0, 20, false),
            span("publish", "root", "shop", SpanKind.PRODUCER, 5, 2, false),
            span("mail", "publish", "mailer", SpanKind.CONSUMER, 500, 300, false),
            span("send", "mail", "mailer", SpanKind.CLIENT, 550, 100, false));
    assertThat(lines(trace))
        .containsExactly(
            "op root <-1 0-20", "op publish <0 5-7", "op mail <1 500-800", "op send <2 550-650");
    assertThat(damage.counts()).isEqualTo(Map.of(Damage.LEFT_BEHIND, 1L));
    assertThat(trace.durationNanos()).isEqualTo(20 * MS);
    assertThat(SelfTimes.nanos(trace, 1)).isEqualTo(2 * MS);
    assertThat(SelfTimes.nanos(trace, 2)).isEqualTo(200 * MS);
    assertThat(SelfTimes.isCall(trace, 1)).isFalse();
    // No other span waits for it.
    assertThat(Arrays.stream(CriticalPath.nanos(trace)).sum()).isEqualTo(20 * MS);
    assertThat(CriticalPath.nanos(trace)[2]).isZero();
    assertThat(Replay.nanos(trace, new Replay.Changed() {})).isEqualTo(20 * MS);
  }

  @Test
  void spansOnOtherClocksAreDetected() {
    assembled(
        span("root", null, "shop", SpanKind.SERVER, 0, 20, false),
        span("call", "root", "shop", SpanKind.CLIENT, 5, 2, false),
        span("serve", "call", "cart", SpanKind.SERVER, 500, 1, false));
    assembled(
        span("publish", null, "shop", SpanKind.PRODUCER, 5, 2, false),
        span("mail", "publish", "mailer", SpanKind.CONSUMER, 2, 3, false));
    assertThat(damage.of(Damage.CLOCK_SKEW)).isEqualTo(2);
  }

  @Test
  void cyclesAreBroken() {
    Trace trace =
        assembled(
            span("root", null, "x", 0, 100),
            span("a", "b", "x", 10, 10),
            span("b", "a", "x", 10, 10),
            span("self", "self", "x", 30, 10));
    assertThat(trace.size()).isEqualTo(4);
    assertThat(damage.of(Damage.CIRCLE) + damage.of(Damage.NO_PARENT)).isEqualTo(2);
    assertThat(assembled(span("a", "b", "x", 0, 9), span("b", "a", "x", 0, 9)).size()).isEqualTo(2);
  }

  @Test
  void unfinishedSpansLastUntilTheEndOfTheirDescendants() {
    Trace trace =
        assembled(
            span("root", null, "x", 0, -1),
            span("a", "root", "x", 10, -1),
            span("b", "a", "x", 20, 30));
    assertThat(lines(trace)).containsExactly("op root <-1 0-50", "op a <0 10-50", "op b <1 20-50");
    assertThat(damage.of(Damage.UNFINISHED)).isEqualTo(2);
  }

  @Test
  void duplicateSpanCountsOnceAndAnotherSpanWithItsIdIsKept() {
    Span twice = span("a", "root", "x", 10, 10);
    Trace trace =
        assembled(span("root", null, "x", 0, 100), twice, twice, span("a", "root", "y", 40, 10));
    assertThat(trace.size()).isEqualTo(3);
    assertThat(damage.counts()).isEqualTo(Map.of(Damage.DUPLICATE, 1L, Damage.SAME_ID, 1L));
  }

  @Test
  void sidesOfACallWithOneIdBecomeTwoSpans() {
    Span server = span("c", "root", "y", SpanKind.SERVER, 12, 6, false);
    Span client = span("c", "root", "x", SpanKind.CLIENT, 10, 10, false);
    Span below = span("d", "c", "y", 13, 2);
    Span root = span("root", null, "x", 0, 100);
    List<String> expected =
        List.of("op root <-1 0-100", "op c <0 10-20", "op c <1 12-18", "op d <2 13-15");
    assertThat(lines(assembled(root, client, server, below))).isEqualTo(expected);
    assertThat(lines(assembled(below, server, client, root))).isEqualTo(expected);
    assertThat(damage.counts()).isEmpty();
  }

  @Test
  void childOnAnotherClockMovesToTheMiddleOfItsParent() {
    Trace trace =
        assembled(
            span("root", null, "x", 1_000, 100),
            span("a", "root", "y", 500, 60),
            span("b", "a", "y", 510, 10));
    assertThat(lines(trace))
        .containsExactly("op root <-1 1000-1100", "op a <0 1020-1080", "op b <1 1030-1040");
    assertThat(damage.counts()).isEqualTo(Map.of(Damage.CLOCK_SKEW, 1L));
  }

  @Test
  void childThatOutlastsItsParentIsCutOff() {
    Trace trace = assembled(span("root", null, "x", 0, 100), span("a", "root", "x", 90, 50));
    assertThat(lines(trace)).containsExactly("op root <-1 0-100", "op a <0 90-100");
    assertThat(damage.counts()).isEqualTo(Map.of(Damage.OUTSIDE_PARENT, 1L));
  }

  @Test
  void attemptsAfterAFailureAndCancelledCopiesAreRepeats() {
    Trace trace =
        TraceAssembly.of(
            List.of(
                span("root", null, "x", 0, 100),
                attempt("1", 0, 10, true),
                attempt("2", 20, 10, false),
                span("other", "root", "y", 50, 10)),
            damage);
    assertThat(Repeats.of(trace)).containsExactly(false, false, true, false);
    Trace hedged =
        TraceAssembly.of(
            List.of(
                span("root", null, "x", 0, 100),
                attempt("1", 0, 50, false),
                attempt("2", 20, 30, true),
                attempt("3", 60, 10, false)),
            new DamageCounts());
    assertThat(Repeats.of(hedged)).containsExactly(false, false, true, true);
    assertThat(damage.counts()).isEqualTo(Map.of(Damage.REPEATED, 1L));
  }

  private static Span attempt(String id, long startMs, long durationMs, boolean failed) {
    return new Span(
        "t", id, "root", "x", "get", SpanKind.CLIENT, startMs * MS, durationMs * MS, failed);
  }

  @Test
  void selfTimeIsTheTimeWithoutARunningChild() {
    Trace trace =
        assembled(
            span("root", null, "x", 0, 100),
            span("a", "root", "x", 10, 30),
            span("b", "root", "x", 20, 40),
            span("c", "a", "x", 10, 30));
    assertThat(SelfTimes.nanos(trace, 0)).isEqualTo(50 * MS);
    assertThat(SelfTimes.nanos(trace, 1)).isZero();
  }
}
