package org.curtail.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import org.curtail.hedge.Hedge;
import org.curtail.hedge.HedgeBudget;
import org.curtail.hedge.HedgeListener.SuppressedBy;
import org.curtail.hedge.HedgeMetrics;
import org.curtail.reissue.ReissuePolicy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@SuppressWarnings("try") // Telemetry is closed by its blocks and not named in them.
@Timeout(300)
class HedgeTelemetryTest {
  private final Sdk sdk = new Sdk();

  /** Copies after a millisecond, as long as the budget has tokens: one for each call. */
  private final Hedge hedge =
      Hedge.of(ReissuePolicy.singleD(1))
          .budget(HedgeBudget.of(1, 1))
          .leastSamples(0)
          .named("catalog")
          .idempotent()
          .start();

  private final HedgeTelemetry telemetry = HedgeTelemetry.bind(hedge, sdk.sdk);

  @AfterEach
  void close() {
    telemetry.close();
    hedge.close();
    sdk.close();
  }

  @Test
  void aCallIsASpanAndItsAttemptsAreItsChildren() throws Exception {
    var inside = new ConcurrentHashMap<Integer, String>();
    Span parent = sdk.sdk.getTracer("test").spanBuilder("GET /catalog").startSpan();
    CompletableFuture<String> answer;
    try (Scope scope = parent.makeCurrent()) {
      answer =
          telemetry.call(attempt -> {
            inside.put(attempt.number(), Span.current().getSpanContext().getSpanId());
            return attempt.number() == 0
                ? new CompletableFuture<>()
                : CompletableFuture.completedFuture("copy");
          });
      assertThat(Span.current()).isEqualTo(parent);
    }
    assertThat(answer.get()).isEqualTo("copy");
    parent.end();
    while (sdk.spans.getFinishedSpanItems().size() < 4) {
      Thread.sleep(1);
    }

    SpanData call = sdk.span("call catalog");
    assertThat(call.getParentSpanId()).isEqualTo(parent.getSpanContext().getSpanId());
    assertThat(call.getAttributes().get(Attributed.HEDGE)).isEqualTo("catalog");
    assertThat(call.getAttributes().get(Attributed.ATTEMPTS)).isEqualTo(2);
    assertThat(call.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
    List<SpanData> attempts = sdk.spans("attempt catalog");
    assertThat(attempts)
        .hasSize(2)
        .allSatisfy(attempt -> {
          assertThat(attempt.getParentSpanId()).isEqualTo(call.getSpanId());
          assertThat(attempt.getTraceId()).isEqualTo(call.getTraceId());
        });
    assertThat(attempts)
        .extracting(attempt -> attempt.getAttributes().get(Attributed.ATTEMPT))
        .containsExactly(0L, 1L);
    assertThat(attempts)
        .extracting(attempt -> attempt.getAttributes().get(Attributed.ATTEMPT_OUTCOME))
        .containsExactly("cancelled", "answered");
    assertThat(inside.get(0)).isEqualTo(attempts.getFirst().getSpanId());
    assertThat(inside.get(1)).isEqualTo(attempts.getLast().getSpanId());
  }

  @Test
  void failuresAreErrorsOfTheirSpans() throws Exception {
    CompletableFuture<String> failing =
        telemetry.call(attempt -> {
          throw new IllegalStateException("expected");
        });
    assertThat(failing.handle((value, e) -> e).get()).isInstanceOf(IllegalStateException.class);
    for (String name : List.of("call catalog", "attempt catalog")) {
      SpanData span = sdk.span(name);
      assertThat(span.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
      assertThat(span.getAttributes().get(Attributed.ERROR_TYPE))
          .isEqualTo(IllegalStateException.class.getName());
      assertThat(span.getEvents()).hasSize(1);
    }
    sdk.spans.reset();

    CompletableFuture<String> late =
        telemetry.call(
            attempt -> {
              attempt.sendNoMore();
              return new CompletableFuture<>();
            },
            Duration.ofMillis(20));
    assertThat(late.handle((value, e) -> e).get()).isInstanceOf(TimeoutException.class);
    while (sdk.spans.getFinishedSpanItems().size() < 2) {
      Thread.sleep(1);
    }
    assertThat(sdk.span("call catalog").getAttributes().get(Attributed.ERROR_TYPE))
        .isEqualTo(TimeoutException.class.getName());
    assertThat(sdk.span("attempt catalog").getAttributes().get(Attributed.ATTEMPT_OUTCOME))
        .isEqualTo("cancelled");
  }

  @Test
  void aCancelledCallIsNoError() throws Exception {
    CompletableFuture<String> answer = telemetry.call(attempt -> new CompletableFuture<>());
    answer.cancel(false);
    while (sdk.spans("call catalog").isEmpty()) {
      Thread.sleep(1);
    }
    assertThat(sdk.span("call catalog").getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
  }

  @Test
  void eachMetricHasTheHedgesOwnValue() throws Exception {
    for (int call = 0; call < 10; call++) {
      telemetry.call(attempt -> CompletableFuture.completedFuture("now")).get();
    }
    hedge
        .call(attempt ->
            attempt.number() == 0
                ? new CompletableFuture<>()
                : CompletableFuture.completedFuture("copy"))
        .get();
    hedge
        .call(attempt -> CompletableFuture.failedFuture(new IllegalStateException("expected")))
        .exceptionally(e -> "failed")
        .get();
    CompletableFuture<Object> open =
        hedge.call(attempt -> {
          attempt.sendNoMore();
          return new CompletableFuture<>();
        });

    HedgeMetrics all = hedge.metrics();
    assertThat(sdk.count("curtail.call.active", "curtail.hedge.name", "catalog")).isEqualTo(1);
    assertThat(sdk.count("curtail.attempt.sent", "curtail.attempt.reason", "late"))
        .isEqualTo(all.counts().hedges())
        .isEqualTo(1);
    assertThat(sdk.count("curtail.attempt.sent", "curtail.attempt.reason", "failure"))
        .isEqualTo(all.counts().retries());
    assertThat(sdk.count("curtail.attempt.won")).isEqualTo(all.counts().won()).isEqualTo(1);
    assertThat(sdk.count("curtail.attempt.failed"))
        .isEqualTo(all.counts().failedAttempts())
        .isEqualTo(1);
    for (SuppressedBy reason : SuppressedBy.values()) {
      assertThat(
              sdk.count(
                  "curtail.attempt.suppressed", "curtail.attempt.reason", Attributed.word(reason)))
          .isEqualTo(all.counts().suppressed(reason));
    }
    assertThat(sdk.value("curtail.hedge.budget.remaining")).isEqualTo(all.gauges().tokens());
    assertThat(sdk.value("curtail.hedge.open")).isEqualTo(all.gauges().openShare());
    assertThat(sdk.histogram("curtail.call.duration", "curtail.call.outcome", "answered"))
        .singleElement()
        .satisfies(point -> assertThat(point.getCount()).isEqualTo(11));
    assertThat(sdk.histogram("curtail.call.duration", "error.type", "failed"))
        .singleElement()
        .satisfies(point -> assertThat(point.getCount()).isEqualTo(1));
    open.cancel(false);

    telemetry.close();
    hedge.call(attempt -> CompletableFuture.completedFuture("now")).get();
    assertThat(sdk.names()).containsOnly("curtail.call.duration");
    assertThat(sdk.histogram("curtail.call.duration", "curtail.call.outcome", "answered"))
        .singleElement()
        .satisfies(point -> assertThat(point.getCount()).isEqualTo(11));
  }
}
