package org.curtail.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import org.curtail.PriorityClass;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.Sequential;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.Metrics;
import org.curtail.runtime.OverloadedException;
import org.curtail.runtime.RequestOptions;
import org.curtail.runtime.SharedWork;
import org.curtail.runtime.Ticket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@SuppressWarnings("try") // Telemetry is closed by its blocks and not named in them.
@Timeout(300)
class EngineTelemetryTest {
  private final Sdk sdk = new Sdk();

  @AfterEach
  void close() {
    sdk.close();
  }

  private static SharedWork<?, Integer> work(int chunks) {
    return SharedWork.of(chunks, chunk -> 1, Integer::sum);
  }

  private static SharedWork<?, Integer> failing() {
    return SharedWork.of(
        1,
        chunk -> {
          throw new IllegalStateException("expected");
        },
        Integer::sum);
  }

  @Test
  void eachMetricHasTheEnginesOwnValue() throws Exception {
    var begun = new CountDownLatch(1);
    var release = new CountDownLatch(1);
    try (Curtail curtail =
            Curtail.with(new Sequential()).cores(1).threads(1).queueLimit(1).name("one").start();
        EngineTelemetry telemetry = EngineTelemetry.bindMetrics(curtail, sdk.sdk)) {
      for (int request = 0; request < 20; request++) {
        curtail.run(
            work(3),
            RequestOptions.NONE.of(request % 2 == 0 ? PriorityClass.URGENT : PriorityClass.NORMAL));
      }
      assertThatThrownBy(() -> curtail.run(failing())).isInstanceOf(ExecutionException.class);
      Ticket<Integer> running =
          curtail.submit(
              SharedWork.of(
                  1,
                  chunk -> {
                    begun.countDown();
                    release.await();
                    return 1;
                  },
                  Integer::sum));
      begun.await();
      Ticket<Integer> waiting = curtail.submit(work(1));
      assertThatThrownBy(() -> curtail.submit(work(1))).isInstanceOf(OverloadedException.class);

      assertThat(sdk.value("curtail.request.active", "curtail.request.state", "waiting"))
          .isEqualTo(1);
      assertThat(sdk.value("curtail.request.active", "curtail.request.state", "running"))
          .isEqualTo(1);
      assertThat(sdk.value("curtail.request.active", "curtail.request.state", "preempted"))
          .isZero();
      assertThat(sdk.value("curtail.thread.count", "curtail.thread.state", "busy")).isEqualTo(1);
      assertThat(sdk.value("curtail.thread.count", "curtail.thread.state", "idle")).isZero();
      assertThat(sdk.value("curtail.core.count", "curtail.engine.name", "one")).isEqualTo(1);
      assertThat(sdk.value("curtail.queue.limit")).isEqualTo(1);

      release.countDown();
      running.get();
      waiting.get();
      Metrics all = curtail.metrics();
      assertThat(sdk.count("curtail.request.submitted"))
          .isEqualTo(all.counts().arrived())
          .isEqualTo(24);
      assertThat(sdk.count("curtail.request.refused"))
          .isEqualTo(all.counts().refused())
          .isEqualTo(1);
      assertThat(sdk.value("curtail.policy.changes")).isZero();
      assertThat(sdk.value("curtail.thread.time")).isEqualTo(all.counts().threadNanos() / 1e9);
      assertThat(duration("completed").stream().mapToLong(HistogramPointData::getCount).sum())
          .isEqualTo(22);
      assertThat(duration("completed").stream().mapToDouble(HistogramPointData::getSum).sum())
          .isCloseTo(all.responseNanos().mean() * all.responseNanos().count() / 1e9, within(0.001));
      assertThat(
              sdk.histogram("curtail.request.duration", "curtail.request.class", "urgent")
                  .getFirst()
                  .getCount())
          .isEqualTo(10);
      assertThat(
              sdk.histogram(
                  "curtail.request.duration",
                  "error.type",
                  "failed",
                  "curtail.policy",
                  "sequential"))
          .singleElement()
          .satisfies(point -> assertThat(point.getCount()).isEqualTo(1));
      assertThat(sdk.spans.getFinishedSpanItems()).isEmpty();
    }
    assertThat(sdk.names()).containsOnly("curtail.request.duration");
  }

  private java.util.List<HistogramPointData> duration(String outcome) {
    return sdk.histogram("curtail.request.duration", "curtail.request.outcome", outcome);
  }

  @Test
  void aRequestIsASpanWithAnEventForEachDegree() throws Exception {
    var bothHere = new CountDownLatch(2);
    try (Curtail curtail =
            Curtail.with(new FixedDegree(2)).cores(2).threads(2).name("search").start();
        EngineTelemetry telemetry = EngineTelemetry.bind(curtail, sdk.sdk)) {
      Span parent = sdk.sdk.getTracer("test").spanBuilder("GET /search").startSpan();
      try (Scope scope = parent.makeCurrent()) {
        curtail.run(
            SharedWork.of(
                2,
                chunk -> {
                  bothHere.countDown();
                  bothHere.await();
                  return 1;
                },
                Integer::sum),
            RequestOptions.NONE.of(PriorityClass.BACKGROUND));
      }
      parent.end();
      SpanData span = sdk.span("request search");
      assertThat(span.getParentSpanId()).isEqualTo(parent.getSpanContext().getSpanId());
      assertThat(span.getTraceId()).isEqualTo(parent.getSpanContext().getTraceId());
      assertThat(span.getAttributes().get(Attributed.ENGINE)).isEqualTo("search");
      assertThat(span.getAttributes().get(Attributed.POLICY)).isEqualTo("fixed-2");
      assertThat(span.getAttributes().get(Attributed.CLASS)).isEqualTo("background");
      assertThat(span.getAttributes().get(Attributed.OUTCOME)).isEqualTo("completed");
      assertThat(span.getAttributes().get(Attributed.PEAK_DEGREE)).isEqualTo(2);
      assertThat(span.getAttributes().get(Attributed.CHUNKS)).isEqualTo(2);
      assertThat(span.getAttributes().get(Attributed.WAIT)).isNotNegative();
      assertThat(span.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
      assertThat(span.getEvents())
          .allSatisfy(
              event -> assertThat(event.getName()).isEqualTo("curtail.request.degree_changed"))
          .extracting(event -> event.getAttributes().get(Attributed.DEGREE))
          .contains(1L, 2L);
    }
  }

  @Test
  void aRequestThatFailsOrIsRefusedIsASpanWithAnError() throws Exception {
    try (Curtail curtail = Curtail.with(new Sequential()).start();
        EngineTelemetry telemetry = EngineTelemetry.bind(curtail, sdk.sdk)) {
      assertThatThrownBy(() -> curtail.run(failing())).isInstanceOf(ExecutionException.class);
      SpanData failed = sdk.span("request curtail");
      assertThat(failed.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
      assertThat(failed.getAttributes().get(Attributed.ERROR_TYPE)).isEqualTo("failed");
      sdk.spans.reset();
      curtail.close();
      assertThatThrownBy(() -> curtail.run(work(1)))
          .isInstanceOf(java.util.concurrent.RejectedExecutionException.class);
      SpanData refused = sdk.span("request curtail");
      assertThat(refused.getAttributes().get(Attributed.OUTCOME)).isEqualTo("refused");
      assertThat(refused.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
    }
  }

  @Test
  void requestsThatAreNotSampledLeaveNothing() throws Exception {
    try (Sdk off = new Sdk(Sampler.alwaysOff());
        Curtail curtail = Curtail.with(new Sequential()).start();
        EngineTelemetry telemetry = EngineTelemetry.bind(curtail, off.sdk)) {
      curtail.run(work(10));
      assertThat(off.spans.getFinishedSpanItems()).isEmpty();
      assertThat(off.histogram("curtail.request.duration").getFirst().getCount()).isEqualTo(1);
    }
  }

  @Test
  void closingEndsRecording() throws Exception {
    var begun = new CountDownLatch(1);
    var release = new CountDownLatch(1);
    try (Curtail curtail = Curtail.with(new Sequential()).name("one").start()) {
      EngineTelemetry telemetry = EngineTelemetry.bind(curtail, sdk.sdk);
      Ticket<Integer> running =
          curtail.submit(
              SharedWork.of(
                  1,
                  chunk -> {
                    begun.countDown();
                    release.await();
                    return 1;
                  },
                  Integer::sum));
      begun.await();
      telemetry.close();
      assertThat(sdk.span("request one").getAttributes().get(Attributed.OUTCOME)).isNull();
      release.countDown();
      running.get();
      curtail.run(work(1));
      assertThat(sdk.spans.getFinishedSpanItems()).hasSize(1);
      assertThat(sdk.names()).isEmpty();
    }
  }

  @Test
  void changesOfThePolicyAreCounted() throws Exception {
    try (Curtail curtail = Curtail.with(new Sequential()).start();
        EngineTelemetry telemetry = EngineTelemetry.bind(curtail, sdk.sdk)) {
      curtail.policy(new FixedDegree(1));
      assertThat(sdk.value("curtail.policy.changes")).isEqualTo(1);
      assertThat(sdk.names()).doesNotContain("curtail.decisions");
    }
  }
}
