package org.curtail.micrometer;

import static java.util.Objects.requireNonNull;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.curtail.hedge.Hedge;
import org.curtail.hedge.HedgeListener;
import org.curtail.hedge.HedgeMetrics;

/**
 * Binds registries to a hedge. The meters are calls by outcome, times with hedging, estimated times
 * without, copies and retries, suppressed copies by reason, and the rest of the budget.
 *
 * <pre>{@code
 * HedgeMeters meters = HedgeMeters.bind(hedge, registry);
 * }</pre>
 *
 * <p>The registry reads the hedge when it is scraped or publishes. Calls cost nothing more. Meters
 * stay in the registry until {@link #close}. Thread-safe.
 */
public final class HedgeMeters implements MeterBinder, AutoCloseable {
  private static final double[] PERCENTILES = {50, 90, 99, 99.9};
  private static final String FIRST = "curtail.hedge.running";

  private final Hedge hedge;
  private final MeterConvention convention;
  private final List<Binding> bindings = new ArrayList<>();

  private HedgeMeters(Hedge hedge, MeterConvention convention) {
    this.hedge = requireNonNull(hedge, "hedge");
    this.convention = requireNonNull(convention, "convention");
  }

  /** Returns meters with these names and tags that no registry has yet. */
  public static HedgeMeters of(Hedge hedge, MeterConvention convention) {
    return new HedgeMeters(hedge, convention);
  }

  /**
   * Binds a registry to a hedge, with the standard convention.
   *
   * @throws IllegalStateException if the registry has meters of a hedge of the same name
   */
  public static HedgeMeters bind(Hedge hedge, MeterRegistry registry) {
    HedgeMeters meters = of(hedge, MeterConvention.STANDARD);
    meters.bindTo(registry);
    return meters;
  }

  /**
   * Binds a further registry.
   *
   * @throws IllegalStateException if the registry has meters of a hedge of the same name
   */
  @Override
  public synchronized void bindTo(MeterRegistry registry) {
    var binding = new Binding(registry, convention, convention.hedgeTags(hedge.name()), FIRST);
    bindings.add(binding);
    var window = new Window<>(registry.config().clock(), hedge::metrics, HedgeMetrics::since);
    gauges(binding, window);
    counters(binding, window);
    times(binding, window);
  }

  private void gauges(Binding binding, Window<HedgeMetrics> window) {
    binding.gauge(
        FIRST, "calls", "Calls that have not ended", () -> window.latest().gauges().underWay());
    binding.gauge(
        "curtail.hedge.budget.left",
        "tokens",
        "Copies and retries that the budget allows now",
        () -> window.latest().gauges().tokens());
    binding.gauge(
        "curtail.hedge.budget.burst",
        "tokens",
        "Most tokens that the budget saves",
        () -> hedge.budget().burst());
    binding.gauge(
        "curtail.hedge.budget.share",
        "ratio",
        "Copies and retries that the budget allows for each call",
        () -> hedge.budget().fraction());
    binding.gauge(
        "curtail.hedge.open",
        "ratio",
        "Share of the due copies that load and failures allow",
        () -> window.latest().gauges().openShare());
    binding.gauge(
        "curtail.hedge.failed.listeners",
        "listeners",
        "Listeners that threw an exception and are not called any more",
        () -> window.latest().gauges().listenersFailed());
  }

  private static void counters(Binding binding, Window<HedgeMetrics> window) {
    counter(
        binding, window, "started", "calls", "Calls that have started", HedgeMetrics.Counts::calls);
    counter(
        binding,
        window,
        "copies",
        "copies",
        "Copies that were sent since there was no answer yet",
        HedgeMetrics.Counts::hedges);
    counter(
        binding,
        window,
        "retries",
        "retries",
        "Attempts that were sent since all others had failed",
        HedgeMetrics.Counts::retries);
    counter(
        binding,
        window,
        "won",
        "attempts",
        "Copies and retries that answered first",
        HedgeMetrics.Counts::won);
    counter(
        binding,
        window,
        "lost",
        "attempts",
        "Copies and retries that did not answer first",
        HedgeMetrics.Counts::lost);
    counter(
        binding,
        window,
        "failed",
        "attempts",
        "Attempts that failed, first ones included",
        HedgeMetrics.Counts::failedAttempts);
    for (HedgeListener.CallEnd.Outcome outcome : HedgeListener.CallEnd.Outcome.values()) {
      binding.counter(
          "curtail.hedge.ended",
          "calls",
          Tags.of("outcome", Binding.word(outcome)),
          "Calls that have ended",
          () -> window.latest().counts().ended(outcome));
    }
    for (HedgeListener.SuppressedBy reason : HedgeListener.SuppressedBy.values()) {
      binding.counter(
          "curtail.hedge.suppressed",
          "attempts",
          Tags.of("reason", Binding.word(reason)),
          "Copies and retries that were due and were not sent",
          () -> window.latest().counts().suppressed(reason));
    }
  }

  private static void counter(
      Binding binding,
      Window<HedgeMetrics> window,
      String name,
      String unit,
      String description,
      ToLongFunction<HedgeMetrics.Counts> value) {
    binding.counter(
        "curtail.hedge." + name,
        unit,
        Tags.empty(),
        description,
        () -> value.applyAsLong(window.latest().counts()));
  }

  private static void times(Binding binding, Window<HedgeMetrics> window) {
    binding.timer(
        "curtail.hedge.call",
        Tags.empty(),
        "Times of calls, to the answer or to the deadline",
        () -> window.latest().with().count(),
        () -> window.latest().with().meanNanos() * window.latest().with().count());
    for (double percentile : PERCENTILES) {
      percentile(binding, window, "with", percentile, HedgeMetrics::with);
      percentile(binding, window, "without", percentile, HedgeMetrics::without);
    }
  }

  private static void percentile(
      Binding binding,
      Window<HedgeMetrics> window,
      String hedging,
      double percentile,
      Function<HedgeMetrics, HedgeMetrics.CallTimes> times) {
    binding.timeGauge(
        "curtail.hedge.call.percentile",
        Binding.phi(percentile).and("hedging", hedging),
        "Percentile of the times of calls of the last minutes; without hedging it is an estimate",
        () -> times.apply(window.lately()).percentileNanos(percentile));
  }

  /** Removes the meters from all registries. */
  @Override
  public synchronized void close() {
    bindings.forEach(Binding::remove);
    bindings.clear();
  }
}
