package org.curtail.traces;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.curtail.traces.workflow.CallVisit;
import org.curtail.traces.workflow.StageVisit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests which spans are the caller's side of a call; the time of all others is work. */
class CallSideTest {
  private static final long MS = 1_000_000;

  private final List<Span> spans = new ArrayList<>();

  /** Adds a child of the last span that begins 10 ms later and ends 10 ms earlier. */
  private CallSideTest then(String service, String operation, SpanKind kind) {
    int depth = spans.size();
    spans.add(
        new Span(
            "t",
            "s" + depth,
            depth == 0 ? null : "s" + (depth - 1),
            service,
            operation,
            kind,
            10 * MS * depth,
            (200 - 20L * depth) * MS,
            false));
    return this;
  }

  private Trace trace() {
    return TraceAssembly.of(spans, new DamageCounts());
  }

  @ParameterizedTest
  @EnumSource(SpanKind.class)
  void onlyClientsAndProducersAreCallersByKind(SpanKind kind) {
    for (SpanKind called : SpanKind.values()) {
      spans.clear();
      Trace trace =
          then("web", "GET /", SpanKind.SERVER)
              .then("web", "query", kind)
              .then("db", "find", called)
              .trace();
      assertThat(SelfTimes.isCall(trace, 1))
          .as("%s above %s", kind, called)
          .isEqualTo(kind == SpanKind.CLIENT || kind == SpanKind.PRODUCER);
    }
  }

  @Test
  void serviceWithOneCallKeepsItsSelfTimeWithoutClientSpans() {
    Trace trace =
        then("web", "GET /", SpanKind.SERVER)
            .then("mid", "Mid/Get", SpanKind.SERVER)
            .then("db", "query", SpanKind.SERVER)
            .trace();
    assertThat(CallVisit.of(trace))
        .extracting(visit -> visit.called().toString())
        .containsExactly("web GET /", "web to mid Mid/Get", "mid to db query");
    assertThat(StageVisit.ownMillis(trace, 0)).isEqualTo(20);
    assertThat(StageVisit.ownMillis(trace, 1)).isEqualTo(20);
    assertThat(StageVisit.ownMillis(trace, 2)).isEqualTo(160);
  }

  @ParameterizedTest
  @CsvSource({
    "query, query, true",
    "CartService/GetCart, grpc.CartService/GetCart, true",
    "/Catalog/List, shop.Catalog/List, true",
    "compose_post_client, compose_post_server, true",
    "GET, /api/v1/orders, true",
    "HTTP POST, OrderController.add, true",
    "http.get, view, true",
    "render page, query, false",
    "getUser, findUser, false",
    "get_user, find, false",
    "GETTING, find, false",
    "/, /, true",
    "a/, b/, false",
    "client, server, false",
  })
  void namesDecideAboutInnerSpansWithoutKinds(String caller, String callee, boolean isCall) {
    Trace trace =
        then("web", "page", SpanKind.INTERNAL)
            .then("web", caller, SpanKind.INTERNAL)
            .then("db", callee, SpanKind.INTERNAL)
            .trace();
    assertThat(SelfTimes.isCall(trace, 1)).isEqualTo(isCall);
  }

  @Test
  void firstSpanOfAServiceIsWorkWithoutKinds() {
    Trace trace =
        then("gateway", "GetUser", SpanKind.INTERNAL)
            .then("web", "GetUser", SpanKind.INTERNAL)
            .then("users", "GetUser", SpanKind.INTERNAL)
            .trace();
    assertThat(SelfTimes.isCall(trace, 0)).isFalse();
    assertThat(SelfTimes.isCall(trace, 1)).isFalse();
  }
}
