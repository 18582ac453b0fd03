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
import org.curtail.hedge.HedgeListener.CallEnd.Outcome;
import org.curtail.hedge.HedgeListener.SuppressedBy;
import org.curtail.hedge.HedgeMetrics;
import org.curtail.hedge.HedgeMetrics.Counts;

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
  private final List<Binding<?>> bindings = new ArrayList<>();

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
    var binding =
        new Binding<>(
            registry,
            convention,
            convention.hedgeTags(hedge.name()),
            FIRST,
            new Window<>(registry.config().clock(), hedge::metrics, HedgeMetrics::since));
    bindings.add(binding);
    gauges(binding);
    counters(binding);
    times(binding);
  }

  private void gauges(Binding<HedgeMetrics> binding) {
    binding.gauge(
        FIRST,
        "calls",
        "Calls that have not ended",
        metrics -> (double) metrics.gauges().underWay());
    binding.gauge(
        "curtail.hedge.budget.left",
        "tokens",
        "Copies and retries that the budget allows now",
        metrics -> metrics.gauges().tokens());
    binding.gauge(
        "curtail.hedge.budget.burst",
        "tokens",
        "Most tokens that the budget saves",
        metrics -> hedge.budget().burst());
    binding.gauge(
        "curtail.hedge.budget.share",
        "ratio",
        "Copies and retries that the budget allows for each call",
        metrics -> hedge.budget().fraction());
    binding.gauge(
        "curtail.hedge.open",
        "ratio",
        "Share of the due copies that load and failures allow",
        metrics -> metrics.gauges().openShare());
    binding.gauge(
        "curtail.hedge.failed.listeners",
        "listeners",
        "Listeners that threw an exception and are not called any more",
        metrics -> metrics.gauges().listenersFailed());
  }

  private static void counters(Binding<HedgeMetrics> binding) {
    counter(binding, "started", "calls", "Calls that have started", Counts::calls);
    counter(
        binding,
        "copies",
        "copies",
        "Copies that were sent since there was no answer yet",
        Counts::hedges);
    counter(
        binding,
        "retries",
        "retries",
        "Attempts that were sent since all others had failed",
        Counts::retries);
    counter(binding, "won", "attempts", "Copies and retries that answered first", Counts::won);
    counter(
        binding, "lost", "attempts", "Copies and retries that did not answer first", Counts::lost);
    counter(
        binding,
        "failed",
        "attempts",
        "Attempts that failed, first ones included",
        Counts::failedAttempts);
    for (Outcome outcome : Outcome.values()) {
      binding.counter(
          "curtail.hedge.ended",
          "calls",
          Tags.of("outcome", Binding.word(outcome)),
          "Calls that have ended",
          metrics -> (double) metrics.counts().ended(outcome));
    }
    for (SuppressedBy reason : SuppressedBy.values()) {
      binding.counter(
          "curtail.hedge.suppressed",
          "attempts",
          Tags.of("reason", Binding.word(reason)),
          "Copies and retries that were due and were not sent",
          metrics -> (double) metrics.counts().suppressed(reason));
    }
  }

  private static void counter(
      Binding<HedgeMetrics> binding,
      String name,
      String unit,
      String description,
      ToLongFunction<Counts> value) {
    binding.counter(
        "curtail.hedge." + name,
        unit,
        description,
        metrics -> (double) value.applyAsLong(metrics.counts()));
  }

  private static void times(Binding<HedgeMetrics> binding) {
    binding.timer(
        "curtail.hedge.call",
        Tags.empty(),
        "Times of calls, to the answer or to the deadline",
        () -> binding.latest().with().count(),
        () -> binding.latest().with().meanNanos() * binding.latest().with().count());
    for (double percentile : PERCENTILES) {
      percentile(binding, "with", percentile, HedgeMetrics::with);
      percentile(binding, "without", percentile, HedgeMetrics::without);
    }
  }

  private static void percentile(
      Binding<HedgeMetrics> binding,
      String hedging,
      double percentile,
      Function<HedgeMetrics, HedgeMetrics.CallTimes> times) {
    binding.recentTime(
        "curtail.hedge.call.percentile",
        Binding.phi(percentile).and("hedging", hedging),
        "Percentile of the times of calls of the last minutes; without hedging it is an estimate",
        lately -> (double) times.apply(lately).percentileNanos(percentile));
  }

  /** Removes the meters from all registries. */
  @Override
  public synchronized void close() {
    bindings.forEach(Binding::remove);
    bindings.clear();
  }
}
