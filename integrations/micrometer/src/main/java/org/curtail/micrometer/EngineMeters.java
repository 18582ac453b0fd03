package org.curtail.micrometer;

import static java.util.Objects.requireNonNull;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.Metrics;
import org.curtail.runtime.Metrics.Counts;
import org.curtail.runtime.Metrics.Decisions;
import org.curtail.runtime.Metrics.Gauges;
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
  private static final List<Double> PERCENTILES = List.of(50.0, 90.0, 99.0, 99.9);
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
    var binding =
        new Binding<>(
            registry,
            convention,
            convention.engineTags(curtail.name()),
            FIRST,
            new Window<>(registry.config().clock(), curtail::metrics, Metrics::since));
    RequestTimes known = times;
    if (known == null) {
      known = new RequestTimes(curtail, convention);
      times = known;
      curtail.addListener(known);
    }
    known.bind(binding);
    gauges(binding);
    counters(binding);
    percentiles(binding);
    buckets(binding);
    if (binding.latest().decisions().isPresent()) {
      decisions(binding);
    }
  }

  private static void gauges(Binding<Metrics> binding) {
    gauge(binding, FIRST, "requests", "Requests that wait to start", Gauges::waiting);
    gauge(
        binding,
        "curtail.running",
        "requests",
        "Requests that have started and have not ended",
        Gauges::running);
    gauge(
        binding,
        "curtail.preempted",
        "requests",
        "Running requests without a thread",
        Gauges::preempted);
    gauge(
        binding,
        "curtail.load",
        "requests",
        "Requests in the engine, waiting or running",
        gauges -> gauges.waiting() + gauges.running());
    gauge(binding, "curtail.active", "threads", "Threads that serve requests", Gauges::threadsBusy);
    gauge(
        binding,
        "curtail.degree",
        "threads",
        "Mean number of threads of a request that is being served; 0 if there is none",
        EngineMeters::degree);
    gauge(binding, "curtail.pool.size", "threads", "Threads of the pool", Gauges::threads);
    gauge(binding, "curtail.cores", "cores", "Cores to serve with", Gauges::cores);
    gauge(
        binding,
        "curtail.queue.limit",
        "requests",
        "Most requests that may wait",
        Gauges::queueLimit);
    gauge(
        binding,
        "curtail.policy.failed",
        null,
        "1 if the policy threw an exception and is not asked any more",
        gauges -> gauges.policyFailed() ? 1 : 0);
    gauge(
        binding,
        "curtail.failed.listeners",
        "listeners",
        "Listeners that threw an exception and are not called any more",
        Gauges::listenersFailed);
  }

  private static double degree(Gauges gauges) {
    int served = gauges.running() - gauges.preempted();
    return served > 0 ? (double) gauges.threadsBusy() / served : 0;
  }

  private static void gauge(
      Binding<Metrics> binding,
      String name,
      @Nullable String unit,
      String description,
      ToDoubleFunction<Gauges> value) {
    binding.gauge(name, unit, description, metrics -> value.applyAsDouble(metrics.gauges()));
  }

  private static void counters(Binding<Metrics> binding) {
    counter(
        binding,
        "curtail.arrived",
        "requests",
        "Requests that arrived, refused ones included",
        Counts::arrived);
    counter(
        binding,
        "curtail.refused",
        "requests",
        "Requests that found the queue full or the engine closed",
        Counts::refused);
    counter(
        binding,
        "curtail.started",
        "requests",
        "Requests whose first thread has begun",
        Counts::started);
    counter(
        binding,
        "curtail.preemptions",
        "preemptions",
        "Preemptions of requests that have ended",
        Counts::preemptions);
    counter(
        binding,
        "curtail.policy.changes",
        "changes",
        "Replacements of the policy",
        Counts::policyChanges);
    binding.counter(
        "curtail.thread.time",
        "seconds",
        "Time of threads spent on requests that have ended",
        metrics -> metrics.counts().threadNanos() / 1e9);
  }

  private static void counter(
      Binding<Metrics> binding,
      String name,
      String unit,
      String description,
      ToLongFunction<Counts> value) {
    binding.counter(
        name, unit, description, metrics -> (double) value.applyAsLong(metrics.counts()));
  }

  private void percentiles(Binding<Metrics> binding) {
    var percentiles = new TreeSet<>(PERCENTILES);
    Duration wanted = target;
    if (wanted != null) {
      percentiles.add(targetPercentile);
      binding.recentTime(
          "curtail.target",
          Binding.phi(targetPercentile),
          "Response time that the percentile should not exceed",
          metrics -> (double) wanted.toNanos());
    }
    for (double percentile : percentiles) {
      binding.recentTime(
          "curtail.request.percentile",
          Binding.phi(percentile),
          "Percentile of the response times of the last minutes",
          lately -> (double) lately.responseNanos().percentile(percentile));
      binding.recentTime(
          "curtail.wait.percentile",
          Binding.phi(percentile),
          "Percentile of the times of the last minutes from submission to the first thread",
          lately -> (double) lately.waitNanos().percentile(percentile));
    }
  }

  private void buckets(Binding<Metrics> binding) {
    var upper = new TreeSet<>(bounds);
    Duration wanted = target;
    if (wanted != null) {
      upper.add(wanted);
    }
    for (Duration bound : upper) {
      long nanos = bound.toNanos();
      bucket(binding, Binding.atMost(nanos), response -> response.countUpTo(nanos));
    }
    bucket(binding, Tags.of("le", "+Inf"), Metrics.Histogram::count);
  }

  private static void bucket(
      Binding<Metrics> binding, Tags bound, ToLongFunction<Metrics.Histogram> count) {
    binding.counter(
        "curtail.request.within",
        null,
        bound,
        "Requests with a result within this many seconds",
        metrics -> (double) count.applyAsLong(metrics.responseNanos()));
  }

  private static void decisions(Binding<Metrics> binding) {
    decision(binding, "plan", Decisions::plans);
    decision(binding, "plan-failed", Decisions::plansFailed);
    decision(binding, "switch", Decisions::switches);
    decision(binding, "fall-back", Decisions::fallBacks);
    decision(binding, "drift", Decisions::drifts);
  }

  private static void decision(
      Binding<Metrics> binding, String name, ToLongFunction<Decisions> count) {
    binding.counter(
        "curtail.decisions",
        "decisions",
        Tags.of("decision", name),
        "Decisions of an engine that chooses its policies itself",
        metrics -> (double) count.applyAsLong(metrics.decisions().orElse(Decisions.NONE)));
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
