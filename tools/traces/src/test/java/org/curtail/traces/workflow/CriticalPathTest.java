package org.curtail.traces.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.curtail.traces.DamageCounts;
import org.curtail.traces.RandomApplication;
import org.curtail.traces.RandomApplication.Fault;
import org.curtail.traces.Span;
import org.curtail.traces.SpanKind;
import org.curtail.traces.Trace;
import org.curtail.traces.TraceAssembly;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CriticalPathTest {
  private static Span span(String id, @Nullable String parent, long start, long duration) {
    return new Span("t", id, parent, "s", id, SpanKind.INTERNAL, start, duration, false);
  }

  private static Trace assembled(Span... spans) {
    return TraceAssembly.of(List.of(spans), new DamageCounts());
  }

  @Test
  void pathGoesBackFromTheChildThatEndedLast() {
    Trace trace =
        assembled(
            span("root", null, 0, 100),
            span("first", "root", 5, 25),
            span("short", "root", 35, 10),
            span("long", "root", 35, 55),
            span("within", "long", 40, 20));
    // Backwards from 100 the root, from 90 the long one with 20 inside, from 35 the root, from 30 |
    // // the first, from 5 the root.
    assertThat(CriticalPath.nanos(trace)).containsExactly(20, 25, 0, 35, 20);
  }

  @Test
  void onlySmallOverlapsAreClockErrors() {
    Span root = span("root", null, 0, 1_000);
    Span last = span("last", "root", 500, 400);
    // 5 of 1,000 are less than a hundredth; 15 are not. A child that begins in between also counts.
    assertThat(CriticalPath.nanos(assembled(root, span("first", "root", 100, 405), last)))
        .containsExactly(195, 405, 400);
    assertThat(CriticalPath.nanos(assembled(root, span("first", "root", 100, 415), last)))
        .containsExactly(600, 0, 400);
    assertThat(
            CriticalPath.nanos(
                assembled(
                    root, span("first", "root", 100, 405), last, span("third", "root", 503, 9))))
        .containsExactly(600, 0, 400, 0);
    // A parent without own time cannot lose any.
    assertThat(
            CriticalPath.nanos(
                assembled(
                    span("root", null, 0, 1_000),
                    span("first", "root", 0, 505),
                    span("last", "root", 500, 500))))
        .containsExactly(500, 0, 500);
  }

  @Test
  void timesOfAPathAddUpToTheRequest() {
    for (List<Span> spans : new RandomApplication(11, 9, Fault.SLOW, 0, 9).requests(200, 60)) {
      Trace trace = TraceAssembly.of(spans, new DamageCounts());
      long[] own = CriticalPath.nanos(trace);
      assertThat(Arrays.stream(own).sum()).isEqualTo(trace.durationNanos());
      long[] stretched = new long[own.length];
      for (CriticalPath.Interval interval : CriticalPath.intervals(trace)) {
        stretched[interval.span()] += interval.toNanos() - interval.fromNanos();
      }
      assertThat(stretched).isEqualTo(own);
    }
  }

  @Test
  void stageThatMakesRequestsSlowIsBlamedForTheDifference() {
    List<Trace> traces =
        IntStream.range(0, 1_000)
            .mapToObj(i -> {
              long slow = i % 100 == 0 ? 80_000_000 : 10_000_000 + i * 1_000;
              return TraceAssembly.of(
                  List.of(
                      new Span(
                          "t" + i,
                          "r",
                          null,
                          "a",
                          "page",
                          SpanKind.SERVER,
                          i,
                          slow + 9_000_000,
                          false),
                      new Span(
                          "t" + i,
                          "c",
                          "r",
                          "a",
                          "get",
                          SpanKind.CLIENT,
                          i + 1_000_000,
                          slow,
                          false),
                      new Span(
                          "t" + i,
                          "s",
                          "c",
                          "b",
                          "get",
                          SpanKind.SERVER,
                          i + 2_000_000,
                          slow - 3_000_000,
                          false)),
                  new DamageCounts());
            })
            .toList();
    List<TracedWorkflow> workflows = TracedWorkflow.of(traces);
    assertThat(workflows).hasSize(1);
    PathBlame blame = PathBlame.of(workflows.getFirst());
    assertThat(blame.slow()).isEqualTo(10);
    PathBlame.Blamed worst = blame.stages().getFirst();
    assertThat(worst.stage()).isEqualTo(new StageName("b", "get"));
    assertThat(worst.slowMillis()).isEqualTo(80, within(1e-9));
    assertThat(worst.slowBeyondMillis()).isEqualTo(3, within(1e-9));
    assertThat(worst.moreMillis())
        .isEqualTo(blame.slowMillis() - blame.usualMillis(), within(1e-9));
    assertThat(blame.stages().get(1).moreMillis()).isEqualTo(0, within(1e-9));

    TracedStage stage = TracedStage.of(workflows.getFirst()).getFirst();
    assertThat(stage.stage()).isEqualTo(new StageName("b", "get"));
    assertThat(stage.share()).isEqualTo(1);
    assertThat(stage.visits()).isEqualTo(1);
    assertThat(stage.tailMillis()).isEqualTo(10.999, within(1e-9));
  }

  @Test
  void requestsWithTheSameFirstFanOutAreOfOneKind() {
    Trace once =
        assembled(
            span("root", null, 0, 9),
            span("gate", "root", 1, 8),
            span("a", "gate", 2, 1),
            span("b", "gate", 4, 1));
    Trace noCalls = assembled(span("root", null, 0, 9));
    assertThat(RequestKind.of(once).calls()).containsExactlyInAnyOrder("s a", "s b");
    assertThat(RequestKind.of(noCalls).calls()).isEmpty();
    assertThat(TracedWorkflow.of(List.of(once, noCalls, once)).getFirst().traces()).hasSize(2);
  }

  @Test
  void concurrentCallsAreCounted() {
    Trace trace =
        assembled(
            span("root", null, 0, 100),
            new Span("t", "1", "root", "s", "a", SpanKind.CLIENT, 0, 50, false),
            new Span("t", "2", "root", "s", "a", SpanKind.CLIENT, 10, 20, false),
            new Span("t", "3", "root", "s", "a", SpanKind.CLIENT, 40, 20, false));
    TracedStage calls =
        TracedStage.of(TracedWorkflow.of(List.of(trace)).getFirst()).stream()
            .filter(stage -> stage.stage().operation().equals("a"))
            .findFirst()
            .orElseThrow();
    assertThat(calls.together()).isEqualTo(2);
    assertThat(calls.visits()).isEqualTo(3);
  }

  @Test
  void pathHasTheCallAndNotAFilterBesideIt() {
    for (long filterEnd : new long[] {95, 96, 97}) {
      Trace trace =
          assembled(
              new Span("t", "root", null, "gateway", "GET /", SpanKind.SERVER, 0, 100, false),
              new Span(
                  "t",
                  "f",
                  "root",
                  "gateway",
                  "filter",
                  SpanKind.INTERNAL,
                  4,
                  filterEnd - 4,
                  false),
              new Span("t", "c", "root", "gateway", "Get", SpanKind.CLIENT, 6, 90, false),
              new Span("t", "s", "c", "shop", "Get", SpanKind.SERVER, 11, 80, false));
      assertThat(CriticalPath.nanos(trace)).containsExactly(10, 0, 10, 80);
      long shorter =
          Replay.nanos(
              trace,
              new Replay.Changed() {
                @Override
                public long nanos(int span, long nanos) {
                  return span == 3 ? nanos - 30 : nanos;
                }
              });
      assertThat(shorter).isEqualTo(70);
      assertThat(Replay.nanos(trace, new Replay.Changed() {})).isEqualTo(100);
    }
  }
}
