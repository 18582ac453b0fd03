package org.curtail.opentelemetry;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import java.util.concurrent.ConcurrentHashMap;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.RequestListener;
import org.curtail.runtime.RequestOptions;
import org.curtail.runtime.Timeline;
import org.jspecify.annotations.Nullable;

/** A span for each sampled request, from submission to the end. Thread-safe. */
final class RequestSpans implements RequestListener, AutoCloseable {
  private static final String DEGREE_CHANGED = "curtail.request.degree_changed";

  private final Curtail curtail;
  private final Tracer tracer;
  private final Attributes engine;
  private final String name;
  private final ConcurrentHashMap<Long, Span> underWay = new ConcurrentHashMap<>();

  RequestSpans(Curtail curtail, Tracer tracer, Attributes engine) {
    this.curtail = curtail;
    this.tracer = tracer;
    this.engine = engine;
    name = "request " + curtail.name();
  }

  @Override
  public void arrived(long request, long atNanos, RequestOptions options) {
    Span span = tracer.spanBuilder(name).setAllAttributes(engine).startSpan();
    if (span.isRecording()) {
      underWay.put(request, span);
    }
  }

  @Override
  public void started(long request, long atNanos) {
    degreeChanged(request, atNanos, 1);
  }

  @Override
  public void preempted(long request, long atNanos) {
    degreeChanged(request, atNanos, 0);
  }

  @Override
  public void degreeChanged(long request, long atNanos, int degree) {
    Span span = underWay.isEmpty() ? null : underWay.get(request);
    if (span != null) {
      span.addEvent(DEGREE_CHANGED, Attributes.of(Attributed.DEGREE, (long) degree));
    }
  }

  @Override
  public void refused(long request, long atNanos) {
    Span span = remove(request);
    if (span != null) {
      span.setAttribute(Attributed.OUTCOME, "refused");
      span.setAttribute(Attributed.ERROR_TYPE, "refused");
      span.setStatus(StatusCode.ERROR);
      span.end();
    }
  }

  @Override
  public void ended(long request, Timeline timeline, RequestOptions options) {
    Span span = remove(request);
    if (span == null) {
      return;
    }
    span.setAllAttributes(
        EngineTelemetry.ended(
            Attributes.empty(), curtail.policy(), options.priorityClass(), timeline.outcome()));
    span.setAttribute(Attributed.WAIT, timeline.waitNanos() / 1e9);
    span.setAttribute(Attributed.PEAK_DEGREE, (long) timeline.peakDegree());
    span.setAttribute(Attributed.CHUNKS, (long) timeline.chunks());
    if (EngineTelemetry.isError(timeline.outcome())) {
      span.setStatus(StatusCode.ERROR);
    }
    span.end();
  }

  private @Nullable Span remove(long request) {
    return underWay.isEmpty() ? null : underWay.remove(request);
  }

  /** Ends the spans of requests under way. */
  @Override
  public void close() {
    underWay.values().forEach(Span::end);
    underWay.clear();
  }
}
