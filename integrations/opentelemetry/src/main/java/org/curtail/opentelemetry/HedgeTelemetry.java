package org.curtail.opentelemetry;

import static java.util.Objects.requireNonNull;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.BatchCallback;
import io.opentelemetry.api.metrics.DoubleHistogram;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.metrics.ObservableDoubleMeasurement;
import io.opentelemetry.api.metrics.ObservableLongMeasurement;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.curtail.hedge.Attempt;
import org.curtail.hedge.Hedge;
import org.curtail.hedge.HedgeListener;
import org.curtail.hedge.HedgeListener.CallEnd.Outcome;
import org.curtail.hedge.HedgeMetrics;
import org.curtail.hedge.HedgedCall;
import org.jspecify.annotations.Nullable;

/**
 * Records metrics of a hedge, and spans of its calls. A call through {@link #call} is a span, and
 * its attempts are the children. The span of an attempt is current while the call's code starts it.
 * So spans of an HTTP client are children of the attempt.
 *
 * <pre>{@code
 * HedgeTelemetry telemetry = HedgeTelemetry.bind(hedge, openTelemetry);
 * CompletableFuture<String> answer = telemetry.call(attempt -> send(attempt));
 * }</pre>
 *
 * <p>Thread-safe.
 */
public final class HedgeTelemetry implements AutoCloseable {
  private final Hedge hedge;
  private final Tracer tracer;
  private final Attributes name;
  private final Durations durations;
  private final BatchCallback observed;
  private final AtomicBoolean isClosed = new AtomicBoolean();

  private HedgeTelemetry(Hedge hedge, OpenTelemetry openTelemetry) {
    this.hedge = requireNonNull(hedge, "hedge");
    tracer = openTelemetry.getTracer(Attributed.SCOPE);
    name = Attributes.of(Attributed.HEDGE, hedge.name());
    Meter meter = openTelemetry.getMeter(Attributed.SCOPE);
    durations = new Durations(meter, name);
    observed = new Observed(meter, name).register(meter, hedge);
    hedge.addListener(durations);
  }

  /** Begins to record metrics of a hedge. */
  public static HedgeTelemetry bind(Hedge hedge, OpenTelemetry openTelemetry) {
    return new HedgeTelemetry(hedge, openTelemetry);
  }

  /** Like {@link Hedge#call(HedgedCall)}, with spans. */
  public <T extends @Nullable Object> CompletableFuture<T> call(HedgedCall<T> call) {
    var traced = new TracedCall<>(call);
    return traced.ending(hedge.call(traced));
  }

  /** Like {@link Hedge#call(HedgedCall, Duration)}, with spans. */
  public <T extends @Nullable Object> CompletableFuture<T> call(
      HedgedCall<T> call, Duration timeout) {
    var traced = new TracedCall<>(call);
    return traced.ending(hedge.call(traced, timeout));
  }

  /** Ends recording of metrics. {@link #call} still hedges and traces calls. */
  @Override
  public void close() {
    if (isClosed.compareAndSet(false, true)) {
      observed.close();
      hedge.removeListener(durations);
    }
  }

  /** One call and its span. */
  private final class TracedCall<T extends @Nullable Object> implements HedgedCall<T> {
    private final HedgedCall<T> call;
    private final Context context;
    private final Span span;
    private final AtomicLong attempts = new AtomicLong();

    TracedCall(HedgedCall<T> call) {
      this.call = requireNonNull(call, "call");
      Context parent = Context.current();
      span =
          tracer
              .spanBuilder("call " + hedge.name())
              .setParent(parent)
              .setAllAttributes(name)
              .startSpan();
      context = parent.with(span);
    }

    @Override
    @SuppressWarnings("try") // A scope is closed and not used.
    public CompletionStage<T> start(Attempt attempt) throws Exception {
      attempts.incrementAndGet();
      Span child =
          tracer
              .spanBuilder("attempt " + hedge.name())
              .setParent(context)
              .setAttribute(Attributed.ATTEMPT, (long) attempt.number())
              .startSpan();
      attempt.onCancel(() -> end(child, "cancelled", null));
      CompletionStage<T> answer;
      try (Scope scope = context.with(child).makeCurrent()) {
        answer = call.start(attempt);
      } catch (Throwable e) {
        end(child, "failed", e);
        throw e;
      }
      answer.whenComplete((value, failure) -> {
        if (failure instanceof CancellationException) {
          end(child, "cancelled", null);
        } else {
          end(child, failure == null ? "answered" : "failed", failure);
        }
      });
      return answer;
    }

    /** Ends the span of an attempt; the first end counts. */
    private static void end(Span child, String outcome, @Nullable Throwable failure) {
      if (child.isRecording()) {
        child.setAttribute(Attributed.ATTEMPT_OUTCOME, outcome);
        failed(child, failure);
        child.end();
      }
    }

    /** Ends the call's span with its answer, and returns the answer. */
    CompletableFuture<T> ending(CompletableFuture<T> answer) {
      answer.whenComplete((value, failure) -> {
        span.setAttribute(Attributed.ATTEMPTS, attempts.get());
        failed(span, failure);
        span.end();
      });
      return answer;
    }

    /** Marks a span as failed. A cancelled call is no failure. */
    private static void failed(Span span, @Nullable Throwable failure) {
      if (failure == null || failure instanceof CancellationException) {
        return;
      }
      Throwable cause =
          failure instanceof CompletionException && failure.getCause() != null
              ? failure.getCause()
              : failure;
      span.setAttribute(Attributed.ERROR_TYPE, publicName(cause.getClass()));
      span.recordException(cause);
      span.setStatus(StatusCode.ERROR);
    }
  }

  /** Returns the name of a class, or of its nearest public superclass if it is not public. */
  private static String publicName(Class<?> type) {
    Class<?> shown = type;
    while (!Modifier.isPublic(shown.getModifiers()) && shown.getSuperclass() != null) {
      shown = shown.getSuperclass();
    }
    return shown.getName();
  }

  /** Records the duration of each call. */
  private static final class Durations implements HedgeListener {
    private final Map<Outcome, Attributes> attributes = new EnumMap<>(Outcome.class);
    private final DoubleHistogram duration;

    Durations(Meter meter, Attributes hedge) {
      for (Outcome outcome : Outcome.values()) {
        var all = hedge.toBuilder().put(Attributed.CALL_OUTCOME, Attributed.word(outcome));
        if (outcome == Outcome.FAILED || outcome == Outcome.TIMED_OUT) {
          all.put(Attributed.ERROR_TYPE, Attributed.word(outcome));
        }
        attributes.put(outcome, all.build());
      }
      duration =
          meter
              .histogramBuilder("curtail.call.duration")
              .setUnit("s")
              .setDescription("Duration of hedged calls, to the first answer or another end.")
              .setExplicitBucketBoundariesAdvice(Attributed.DURATION_BOUNDS)
              .build();
    }

    @Override
    public void ended(long call, CallEnd end) {
      duration.record(end.nanos() / 1e9, requireNonNull(attributes.get(end.outcome())));
    }
  }

  /** Instruments whose values come from one snapshot for each collection. */
  private static final class Observed {
    private final Attributes hedge;
    private final Attributes late;
    private final Attributes failure;
    private final Map<HedgeListener.SuppressedBy, Attributes> reasons =
        new EnumMap<>(HedgeListener.SuppressedBy.class);

    private final ObservableLongMeasurement active;
    private final ObservableLongMeasurement sent;
    private final ObservableLongMeasurement won;
    private final ObservableLongMeasurement failed;
    private final ObservableLongMeasurement suppressed;
    private final ObservableDoubleMeasurement left;
    private final ObservableDoubleMeasurement open;

    Observed(Meter meter, Attributes hedge) {
      this.hedge = hedge;
      late = hedge.toBuilder().put(Attributed.REASON, "late").build();
      failure = hedge.toBuilder().put(Attributed.REASON, "failure").build();
      for (HedgeListener.SuppressedBy reason : HedgeListener.SuppressedBy.values()) {
        reasons.put(
            reason, hedge.toBuilder().put(Attributed.REASON, Attributed.word(reason)).build());
      }
      active =
          meter
              .upDownCounterBuilder("curtail.call.active")
              .setUnit("{call}")
              .setDescription("Calls that have not ended.")
              .buildObserver();
      sent = counter(meter, "curtail.attempt.sent", "Copies and retries that were sent.");
      won = counter(meter, "curtail.attempt.won", "Copies and retries that answered first.");
      failed =
          counter(meter, "curtail.attempt.failed", "Attempts that failed, first ones included.");
      suppressed =
          counter(
              meter,
              "curtail.attempt.suppressed",
              "Copies and retries that were due and were not sent.");
      left =
          meter
              .gaugeBuilder("curtail.hedge.budget.remaining")
              .setUnit("{attempt}")
              .setDescription("Copies and retries that the budget allows now.")
              .buildObserver();
      open =
          meter
              .gaugeBuilder("curtail.hedge.open")
              .setUnit("1")
              .setDescription("Share of the due copies that load and failures allow.")
              .buildObserver();
    }

    private static ObservableLongMeasurement counter(Meter meter, String name, String description) {
      return meter
          .counterBuilder(name)
          .setUnit("{attempt}")
          .setDescription(description)
          .buildObserver();
    }

    BatchCallback register(Meter meter, Hedge of) {
      return meter.batchCallback(
          () -> observe(of.metrics()), active, sent, won, failed, suppressed, left, open);
    }

    private void observe(HedgeMetrics metrics) {
      HedgeMetrics.Counts counts = metrics.counts();
      active.record(metrics.gauges().underWay(), hedge);
      sent.record(counts.hedges(), late);
      sent.record(counts.retries(), failure);
      won.record(counts.won(), hedge);
      failed.record(counts.failedAttempts(), hedge);
      reasons.forEach((reason, all) -> suppressed.record(counts.suppressed(reason), all));
      left.record(metrics.gauges().tokens(), hedge);
      open.record(metrics.gauges().openShare(), hedge);
    }
  }
}
