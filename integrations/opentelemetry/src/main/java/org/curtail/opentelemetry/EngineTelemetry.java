package org.curtail.opentelemetry;

import static java.util.Objects.requireNonNull;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.BatchCallback;
import io.opentelemetry.api.metrics.DoubleHistogram;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.metrics.ObservableDoubleMeasurement;
import io.opentelemetry.api.metrics.ObservableLongMeasurement;
import java.util.concurrent.atomic.AtomicBoolean;
import org.curtail.Policy;
import org.curtail.PriorityClass;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.Metrics;
import org.curtail.runtime.Outcome;
import org.curtail.runtime.RequestListener;
import org.curtail.runtime.RequestOptions;
import org.curtail.runtime.Timeline;
import org.jspecify.annotations.Nullable;

/**
 * Records metrics and spans of an engine. Each sampled request is a span, with an event for each
 * change of its degree. The parent is the current span at the submission.
 *
 * <pre>{@code
 * EngineTelemetry telemetry = EngineTelemetry.bind(curtail, openTelemetry);
 * }</pre>
 *
 * <p>Thread-safe.
 */
public final class EngineTelemetry implements AutoCloseable {
  private final Curtail curtail;
  private final Durations durations;
  private final @Nullable RequestSpans spans;
  private final BatchCallback observed;
  private final AtomicBoolean isClosed = new AtomicBoolean();

  private EngineTelemetry(Curtail curtail, OpenTelemetry openTelemetry, boolean hasSpans) {
    this.curtail = requireNonNull(curtail, "curtail");
    Meter meter = openTelemetry.getMeter(Attributed.SCOPE);
    Attributes engine = Attributes.of(Attributed.ENGINE, curtail.name());
    durations = new Durations(curtail, meter, engine);
    spans =
        hasSpans
            ? new RequestSpans(curtail, openTelemetry.getTracer(Attributed.SCOPE), engine)
            : null;
    observed = new Observed(meter, engine).register(meter, curtail);
    curtail.addListener(durations);
    if (spans != null) {
      curtail.addListener(spans);
    }
  }

  /** Begins to record metrics and spans of an engine. */
  public static EngineTelemetry bind(Curtail curtail, OpenTelemetry openTelemetry) {
    return new EngineTelemetry(curtail, openTelemetry, true);
  }

  /** Begins to record metrics of an engine, and no spans. */
  public static EngineTelemetry bindMetrics(Curtail curtail, OpenTelemetry openTelemetry) {
    return new EngineTelemetry(curtail, openTelemetry, false);
  }

  /** Ends recording. Spans of running requests end without an outcome. */
  @Override
  public void close() {
    if (!isClosed.compareAndSet(false, true)) {
      return;
    }
    observed.close();
    curtail.removeListener(durations);
    if (spans != null) {
      curtail.removeListener(spans);
      spans.close();
    }
  }

  /** Returns the further attributes of a request that has ended. */
  static Attributes ended(
      Attributes engine, Policy policy, PriorityClass priorityClass, Outcome outcome) {
    var all =
        engine.toBuilder()
            .put(Attributed.POLICY, policy.kind())
            .put(Attributed.CLASS, Attributed.word(priorityClass))
            .put(Attributed.OUTCOME, Attributed.word(outcome));
    if (isError(outcome)) {
      all.put(Attributed.ERROR_TYPE, Attributed.word(outcome));
    }
    return all.build();
  }

  static boolean isError(Outcome outcome) {
    return outcome == Outcome.FAILED || outcome == Outcome.EXPIRED;
  }

  /** Records the duration of each request. Only the first of a combination allocates memory. */
  private static final class Durations implements RequestListener {
    private static final int OUTCOMES = Outcome.values().length;

    private final Curtail curtail;
    private final Attributes engine;
    private final DoubleHistogram duration;
    private volatile ByPolicy current;

    Durations(Curtail curtail, Meter meter, Attributes engine) {
      this.curtail = curtail;
      this.engine = engine;
      current = new ByPolicy(curtail.policy(), engine);
      duration =
          meter
              .histogramBuilder("curtail.request.duration")
              .setUnit("s")
              .setDescription("Duration of requests, from submission to the end.")
              .setExplicitBucketBoundariesAdvice(Attributed.DURATION_BOUNDS)
              .build();
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // An equal policy only has equal attributes.
    public void ended(long request, Timeline timeline, RequestOptions options) {
      Policy policy = curtail.policy();
      ByPolicy known = current;
      if (known.policy != policy) {
        known = new ByPolicy(policy, engine);
        current = known;
      }
      duration.record(
          timeline.responseNanos() / 1e9,
          known.attributes(options.priorityClass(), timeline.outcome()));
    }

    private static final class ByPolicy {
      private final Policy policy;
      private final Attributes engine;

      /** An entry is null until its first request. A race makes the same attributes twice. */
      private final @Nullable Attributes[] found =
          new Attributes[PriorityClass.values().length * OUTCOMES];

      ByPolicy(Policy policy, Attributes engine) {
        this.policy = policy;
        this.engine = engine;
      }

      @SuppressWarnings("EnumOrdinal") // An array, since a map of pairs would allocate.
      Attributes attributes(PriorityClass priorityClass, Outcome outcome) {
        int index = priorityClass.ordinal() * OUTCOMES + outcome.ordinal();
        Attributes known = found[index];
        if (known == null) {
          known = EngineTelemetry.ended(engine, policy, priorityClass, outcome);
          found[index] = known;
        }
        return known;
      }
    }
  }

  /** Instruments whose values come from one snapshot for each collection. */
  private static final class Observed {
    private final Attributes engine;
    private final Attributes waiting;
    private final Attributes running;
    private final Attributes preempted;
    private final Attributes busy;
    private final Attributes idle;

    private final ObservableLongMeasurement requests;
    private final ObservableLongMeasurement threads;
    private final ObservableLongMeasurement cores;
    private final ObservableLongMeasurement queueLimit;
    private final ObservableLongMeasurement submitted;
    private final ObservableLongMeasurement refused;
    private final ObservableLongMeasurement policyChanges;
    private final ObservableLongMeasurement decisions;
    private final ObservableDoubleMeasurement threadTime;

    Observed(Meter meter, Attributes engine) {
      this.engine = engine;
      waiting = engine.toBuilder().put(Attributed.STATE, "waiting").build();
      running = engine.toBuilder().put(Attributed.STATE, "running").build();
      preempted = engine.toBuilder().put(Attributed.STATE, "preempted").build();
      busy = engine.toBuilder().put(Attributed.THREAD_STATE, "busy").build();
      idle = engine.toBuilder().put(Attributed.THREAD_STATE, "idle").build();
      requests = upDown(meter, "curtail.request.active", "{request}", "Requests in the engine.");
      threads = upDown(meter, "curtail.thread.count", "{thread}", "Threads of the pool.");
      cores = upDown(meter, "curtail.core.count", "{core}", "Cores to serve with.");
      queueLimit =
          upDown(meter, "curtail.queue.limit", "{request}", "Most requests that may wait.");
      submitted =
          counter(
              meter,
              "curtail.request.submitted",
              "{request}",
              "Requests that arrived, refused ones included.");
      refused =
          counter(
              meter,
              "curtail.request.refused",
              "{request}",
              "Requests that found the queue full or the engine closed.");
      policyChanges =
          counter(meter, "curtail.policy.changes", "{change}", "Replacements of the policy.");
      decisions =
          counter(
              meter,
              "curtail.decisions",
              "{decision}",
              "Decisions of an engine that chooses its policies itself.");
      threadTime =
          meter
              .counterBuilder("curtail.thread.time")
              .ofDoubles()
              .setUnit("s")
              .setDescription("Time of threads spent on requests that have ended.")
              .buildObserver();
    }

    private static ObservableLongMeasurement upDown(
        Meter meter, String name, String unit, String description) {
      return meter
          .upDownCounterBuilder(name)
          .setUnit(unit)
          .setDescription(description)
          .buildObserver();
    }

    private static ObservableLongMeasurement counter(
        Meter meter, String name, String unit, String description) {
      return meter.counterBuilder(name).setUnit(unit).setDescription(description).buildObserver();
    }

    BatchCallback register(Meter meter, Curtail curtail) {
      return meter.batchCallback(
          () -> observe(curtail.metrics()),
          requests,
          threads,
          cores,
          queueLimit,
          submitted,
          refused,
          policyChanges,
          decisions,
          threadTime);
    }

    private void observe(Metrics metrics) {
      Metrics.Gauges gauges = metrics.gauges();
      requests.record(gauges.waiting(), waiting);
      requests.record((long) gauges.running() - gauges.preempted(), running);
      requests.record(gauges.preempted(), preempted);
      threads.record(gauges.threadsBusy(), busy);
      threads.record(Math.max(gauges.threads() - gauges.threadsBusy(), 0), idle);
      cores.record(gauges.cores(), engine);
      queueLimit.record(gauges.queueLimit(), engine);
      Metrics.Counts counts = metrics.counts();
      submitted.record(counts.arrived(), engine);
      refused.record(counts.refused(), engine);
      policyChanges.record(counts.policyChanges(), engine);
      threadTime.record(counts.threadNanos() / 1e9, engine);
      metrics
          .decisions()
          .ifPresent(decided -> {
            decision("plan", decided.plans());
            decision("plan_failed", decided.plansFailed());
            decision("switch", decided.switches());
            decision("fall_back", decided.fallBacks());
            decision("drift", decided.drifts());
          });
    }

    private void decision(String type, long count) {
      decisions.record(count, engine.toBuilder().put(Attributed.DECISION, type).build());
    }
  }
}
