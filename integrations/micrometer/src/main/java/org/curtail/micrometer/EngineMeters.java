package org.curtail.micrometer;

import static java.util.Objects.requireNonNull;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.Metrics;
import org.jspecify.annotations.Nullable;

/**
 * Binds registries to an engine. The meters are timers of requests by policy, class and outcome,
 * percentiles from the engine's own histograms, load, counts and decisions.
 *
 * <pre>{@code
 * EngineMeters meters = EngineMeters.bind(curtail, registry);
 * }</pre>
 *
 * <p>The registry reads the engine when it is scraped or publishes. A request costs two additions
 * and allocates nothing. Meters stay in the registry until {@link #close}.
 *
 * <p>Thread-safe. Change the settings before the first registry.
 */
public final class EngineMeters implements MeterBinder, AutoCloseable {
  private static final double[] PERCENTILES = {50, 90, 99, 99.9};
  private static final String FIRST = "curtail.waiting";

  private static final List<Duration> BOUNDS =
      Stream.of(1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000)
          .map(Duration::ofMillis)
          .toList();

  private final Curtail curtail;
  private MeterConvention convention = MeterConvention.STANDARD;
  private List<Duration> bounds = BOUNDS;
  private double targetPercentile = 99;
  private @Nullable Duration target;

  /** Null until the first registry. */
  private @Nullable RequestTimes times;

  private EngineMeters(Curtail curtail) {
    this.curtail = requireNonNull(curtail, "curtail");
  }

  /** Returns meters with the standard settings that no registry has yet. */
  public static EngineMeters of(Curtail curtail) {
    return new EngineMeters(curtail);
  }

  /**
   * Binds a registry to an engine, with the standard settings.
   *
   * @throws IllegalStateException if the registry has meters of an engine of the same name
   */
  public static EngineMeters bind(Curtail curtail, MeterRegistry registry) {
    EngineMeters meters = of(curtail);
    meters.bindTo(registry);
    return meters;
  }

  /**
   * Sets the names and tags; default {@link MeterConvention#STANDARD}.
   *
   * @throws IllegalStateException if a registry is bound
   */
  public synchronized EngineMeters convention(MeterConvention other) {
    checkUnbound();
    convention = requireNonNull(other, "convention");
    return this;
  }

  /**
   * Sets the target of a percentile of the response time; default none. The gauge {@code
   * curtail.target} publishes the target for alerts. The buckets get the target as a bound.
   *
   * @param percentile above 0 and below 100
   * @param latency greatest wanted response time at this percentile
   * @throws IllegalArgumentException if an argument is out of range
   * @throws IllegalStateException if a registry is bound
   */
  public synchronized EngineMeters target(double percentile, Duration latency) {
    checkUnbound();
    if (!(percentile > 0 && percentile < 100)) {
      throw new IllegalArgumentException("percentile must be above 0 and below 100: " + percentile);
    }
    checkPositive(latency);
    targetPercentile = percentile;
    target = latency;
    return this;
  }

  /**
   * Sets the upper bounds of {@code curtail.request.within}; default thirteen bounds from 1 ms to
   * 10 s.
   *
   * @throws IllegalArgumentException if a bound is not positive
   * @throws IllegalStateException if a registry is bound
   */
  public synchronized EngineMeters bounds(Duration... upper) {
    checkUnbound();
    List.of(upper).forEach(EngineMeters::checkPositive);
    bounds = List.of(upper);
    return this;
  }

  private static void checkPositive(Duration latency) {
    if (!latency.isPositive()) {
      throw new IllegalArgumentException("a response time must be positive: " + latency);
    }
  }

  private void checkUnbound() {
    if (times != null) {
      throw new IllegalStateException("settings come before the first registry");
    }
  }

  /**
   * Binds a further registry.
   *
   * @throws IllegalStateException if the registry has meters of an engine of the same name
   */
  @Override
  public synchronized void bindTo(MeterRegistry registry) {
    Tags tags = convention.engineTags(curtail.name());
    var binding = new Binding(registry, convention, tags, FIRST);
    RequestTimes known = times;
    if (known == null) {
      known = new RequestTimes(curtail, convention);
      times = known;
      curtail.addListener(known);
    }
    known.bind(binding);
    var window = new Window<>(registry.config().clock(), curtail::metrics, Metrics::since);
    gauges(binding, window);
    counters(binding, window);
    percentiles(binding, window);
    buckets(binding, window);
    if (window.latest().decisions().isPresent()) {
      decisions(binding, window);
    }
  }

  private static void gauges(Binding binding, Window<Metrics> window) {
    gauge(
        binding, window, FIRST, "requests", "Requests that wait to start", Metrics.Gauges::waiting);
    gauge(
        binding,
        window,
        "curtail.running",
        "requests",
        "Requests that have started and have not ended",
        Metrics.Gauges::running);
    gauge(
        binding,
        window,
        "curtail.preempted",
        "requests",
        "Running requests without a thread",
        Metrics.Gauges::preempted);
    gauge(
        binding,
        window,
        "curtail.load",
        "requests",
        "Requests in the engine, waiting or running",
        gauges -> (long) gauges.waiting() + gauges.running());
    gauge(
        binding,
        window,
        "curtail.active",
        "threads",
        "Threads that serve requests",
        Metrics.Gauges::threadsBusy);
    binding.gauge(
        "curtail.degree",
        "threads",
        "Mean number of threads of a request that is being served; 0 if there is none",
        () -> degree(window.latest().gauges()));
    gauge(
        binding,
        window,
        "curtail.pool.size",
        "threads",
        "Threads of the pool",
        Metrics.Gauges::threads);
    gauge(binding, window, "curtail.cores", "cores", "Cores to serve with", Metrics.Gauges::cores);
    gauge(
        binding,
        window,
        "curtail.queue.limit",
        "requests",
        "Most requests that may wait",
        Metrics.Gauges::queueLimit);
    gauge(
        binding,
        window,
        "curtail.policy.failed",
        null,
        "1 if the policy threw an exception and is not asked any more",
        gauges -> gauges.policyFailed() ? 1 : 0);
    gauge(
        binding,
        window,
        "curtail.failed.listeners",
        "listeners",
        "Listeners that threw an exception and are not called any more",
        Metrics.Gauges::listenersFailed);
  }

  private static double degree(Metrics.Gauges gauges) {
    int served = gauges.running() - gauges.preempted();
    return served > 0 ? (double) gauges.threadsBusy() / served : 0;
  }

  private static void gauge(
      Binding binding,
      Window<Metrics> window,
      String name,
      @Nullable String unit,
      String description,
      ToLongFunction<Metrics.Gauges> value) {
    binding.gauge(name, unit, description, () -> value.applyAsLong(window.latest().gauges()));
  }

  private static void counters(Binding binding, Window<Metrics> window) {
    counter(
        binding,
        window,
        "curtail.arrived",
        "requests",
        "Requests that arrived, refused ones included",
        Metrics.Counts::arrived);
    counter(
        binding,
        window,
        "curtail.refused",
        "requests",
        "Requests that found the queue full or the engine closed",
        Metrics.Counts::refused);
    counter(
        binding,
        window,
        "curtail.started",
        "requests",
        "Requests whose first thread has begun",
        Metrics.Counts::started);
    counter(
        binding,
        window,
        "curtail.preemptions",
        "preemptions",
        "Preemptions of requests that have ended",
        Metrics.Counts::preemptions);
    counter(
        binding,
        window,
        "curtail.policy.changes",
        "changes",
        "Replacements of the policy",
        Metrics.Counts::policyChanges);
    binding.counter(
        "curtail.thread.time",
        "seconds",
        Tags.empty(),
        "Time of threads spent on requests that have ended",
        () -> window.latest().counts().threadNanos() / 1e9);
  }

  private static void counter(
      Binding binding,
      Window<Metrics> window,
      String name,
      String unit,
      String description,
      ToLongFunction<Metrics.Counts> value) {
    binding.counter(
        name, unit, Tags.empty(), description, () -> value.applyAsLong(window.latest().counts()));
  }

  private void percentiles(Binding binding, Window<Metrics> window) {
    var percentiles = new TreeSet<Double>();
    for (double percentile : PERCENTILES) {
      percentiles.add(percentile);
    }
    Duration wanted = target;
    if (wanted != null) {
      percentiles.add(targetPercentile);
      binding.timeGauge(
          "curtail.target",
          Binding.phi(targetPercentile),
          "Response time that the percentile should not exceed",
          wanted::toNanos);
    }
    for (double percentile : percentiles) {
      percentile(
          binding,
          window,
          "curtail.request.percentile",
          percentile,
          "Percentile of the response times of the last minutes",
          Metrics::responseNanos);
      percentile(
          binding,
          window,
          "curtail.wait.percentile",
          percentile,
          "Percentile of the times of the last minutes from submission to the first thread",
          Metrics::waitNanos);
    }
  }

  private static void percentile(
      Binding binding,
      Window<Metrics> window,
      String name,
      double percentile,
      String description,
      Function<Metrics, Metrics.Histogram> histogram) {
    binding.timeGauge(
        name,
        Binding.phi(percentile),
        description,
        () -> histogram.apply(window.lately()).percentile(percentile));
  }

  private void buckets(Binding binding, Window<Metrics> window) {
    var upper = new TreeSet<>(bounds);
    Duration wanted = target;
    if (wanted != null) {
      upper.add(wanted);
    }
    for (Duration bound : upper) {
      long nanos = bound.toNanos();
      bucket(binding, window, Binding.atMost(nanos), response -> response.countUpTo(nanos));
    }
    bucket(binding, window, Tags.of("le", "+Inf"), Metrics.Histogram::count);
  }

  private static void bucket(
      Binding binding,
      Window<Metrics> window,
      Tags bound,
      ToLongFunction<Metrics.Histogram> count) {
    binding.counter(
        "curtail.request.within",
        null,
        bound,
        "Requests with a result within this many seconds",
        () -> count.applyAsLong(window.latest().responseNanos()));
  }

  private static void decisions(Binding binding, Window<Metrics> window) {
    decision(binding, window, "plan", Metrics.Decisions::plans);
    decision(binding, window, "plan-failed", Metrics.Decisions::plansFailed);
    decision(binding, window, "switch", Metrics.Decisions::switches);
    decision(binding, window, "fall-back", Metrics.Decisions::fallBacks);
    decision(binding, window, "drift", Metrics.Decisions::drifts);
  }

  private static void decision(
      Binding binding,
      Window<Metrics> window,
      String name,
      ToLongFunction<Metrics.Decisions> count) {
    binding.counter(
        "curtail.decisions",
        "decisions",
        Tags.of("decision", name),
        "Decisions of an engine that chooses its policies itself",
        () -> count.applyAsLong(window.latest().decisions().orElse(Metrics.Decisions.NONE)));
  }

  /** Removes the meters from all registries, and the listener from the engine. */
  @Override
  public synchronized void close() {
    RequestTimes known = times;
    if (known != null) {
      curtail.removeListener(known);
      known.unbind();
      times = null;
    }
  }
}
