package org.curtail.traces;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.curtail.traces.RandomApplication.ExtraSpans;
import org.curtail.traces.RandomApplication.Fault;
import org.curtail.traces.RandomApplication.Weather;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WorkTimesTest {
  private static Span span(
      String id,
      @Nullable String parent,
      String service,
      SpanKind kind,
      long startNanos,
      long nanos) {
    return new Span("t", id, parent, service, id, kind, startNanos, nanos, false);
  }

  private static Trace assembled(Span... spans) {
    return TraceAssembly.of(List.of(spans), new DamageCounts());
  }

  private static Span gateway() {
    return span("root", null, "gateway", SpanKind.SERVER, 0, 100);
  }

  private static boolean[] waiting(Trace trace) {
    boolean[] waiting = new boolean[trace.size()];
    for (int i = 0; i < waiting.length; i++) {
      waiting[i] = WorkTimes.isOnlyWaiting(trace, i);
    }
    return waiting;
  }

  @Test
  void filterBesideACallWorksOnlyOutsideOfTheCall() {
    Trace trace =
        assembled(
            gateway(),
            span("filter", "root", "gateway", SpanKind.INTERNAL, 4, 92),
            span("call", "root", "gateway", SpanKind.CLIENT, 5, 90),
            span("server", "call", "shop", SpanKind.SERVER, 10, 80));
    assertThat(WorkTimes.nanos(trace)).containsExactly(8, 2, 10, 80);
    assertThat(waiting(trace)).containsExactly(false, true, false, false);
  }

  @Test
  void filterBesideAServerWorksOnlyOutsideOfTheServer() {
    Trace trace =
        assembled(
            gateway(),
            span("filter", "root", "gateway", SpanKind.INTERNAL, 5, 89),
            span("server", "root", "shop", SpanKind.SERVER, 5, 90));
    assertThat(WorkTimes.nanos(trace)).containsExactly(10, 0, 90);
  }

  @Test
  void filterOfTwoCallsWorksOnlyOutsideOfBoth() {
    Trace trace =
        assembled(
            gateway(),
            span("filter", "root", "gateway", SpanKind.INTERNAL, 1, 98),
            span("login", "filter", "gateway", SpanKind.CLIENT, 2, 10),
            span("users", "login", "users", SpanKind.SERVER, 3, 8),
            span("call", "root", "gateway", SpanKind.CLIENT, 20, 75),
            span("server", "call", "shop", SpanKind.SERVER, 25, 65));
    assertThat(WorkTimes.nanos(trace)).containsExactly(2, 13, 2, 8, 10, 65);
    // A request that waits for its login also waits for this filter.
    assertThat(waiting(trace)).containsOnly(false);
  }

  @Test
  void workBesideAShorterCallIsNotWaiting() {
    Trace trace =
        assembled(
            gateway(),
            span("render", "root", "gateway", SpanKind.INTERNAL, 0, 90),
            span("one", "root", "gateway", SpanKind.CLIENT, 10, 20),
            span("ofOne", "one", "ads", SpanKind.SERVER, 12, 10),
            span("two", "root", "gateway", SpanKind.CLIENT, 10, 40),
            span("ofTwo", "two", "shop", SpanKind.SERVER, 15, 20));
    assertThat(waiting(trace)).containsOnly(false);
    assertThat(WorkTimes.nanos(trace)).containsExactly(10, 50, 10, 10, 20, 20);
  }

  @Test
  void producerDoesNotWaitForItsMessage() {
    Trace trace =
        assembled(
            gateway(),
            span("filter", "root", "gateway", SpanKind.INTERNAL, 5, 90),
            span("send", "root", "gateway", SpanKind.PRODUCER, 5, 89),
            span("take", "send", "mail", SpanKind.CONSUMER, 6, 80));
    assertThat(WorkTimes.nanos(trace)).containsExactly(10, 90, 9, 80);
    assertThat(waiting(trace)).containsOnly(false);
  }

  @Test
  void workTimeEqualsItsDefinition() {
    for (long seed = 0; seed < 5; seed++) {
      var application =
          new RandomApplication(seed, 6, Fault.SLOW, 0, 9, Weather.FAIR, ExtraSpans.FILTERS);
      for (List<Span> spans : application.requests(20, 60)) {
        Trace trace = TraceAssembly.of(spans, new DamageCounts());
        assertThat(WorkTimes.nanos(trace)).as("seed %d", seed).isEqualTo(byDefinition(trace));
      }
    }
  }

  /** Sums the work over each interval between two times at which any span begins or ends. */
  private static long[] byDefinition(Trace trace) {
    long[] moments =
        IntStream.range(0, trace.size())
            .boxed()
            .flatMap(i -> List.of(trace.startNanos(i), trace.endNanos(i)).stream())
            .mapToLong(Long::longValue)
            .distinct()
            .sorted()
            .toArray();
    long[] work = new long[trace.size()];
    for (int span = 0; span < work.length; span++) {
      int it = span;
      for (int at = 1; at < moments.length; at++) {
        long from = moments[at - 1];
        long to = moments[at];
        boolean isFree =
            runs(trace, span, from, to)
                && IntStream.range(0, trace.size())
                    .filter(other -> runs(trace, other, from, to))
                    .noneMatch(other -> trace.parent(other) == it || isCallOf(trace, other, it));
        work[span] += isFree ? to - from : 0;
      }
    }
    return work;
  }

  private static boolean runs(Trace trace, int span, long from, long to) {
    return trace.startNanos(span) <= from && trace.endNanos(span) >= to;
  }

  private static boolean isCallOf(Trace trace, int call, int span) {
    return trace.kind(call) == SpanKind.CLIENT
        && trace.kind(span) != SpanKind.CLIENT
        && server(trace, call) == server(trace, span);
  }

  /** The server's span to whose work a span belongs. */
  private static int server(Trace trace, int span) {
    int above = span;
    while (trace.kind(above) != SpanKind.SERVER) {
      above = trace.parent(above);
    }
    return above;
  }
}
