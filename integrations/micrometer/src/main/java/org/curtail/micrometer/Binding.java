package org.curtail.micrometer;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The meters of one engine or hedge in one registry. The registry keeps the suppliers of the meters
 * in memory. Thread-safe.
 *
 * @param <M> type of the snapshots
 */
final class Binding<M> {
  private final MeterRegistry registry;
  private final MeterConvention convention;
  private final Tags tags;
  private final Window<M> window;
  private final List<Meter> meters = new ArrayList<>();

  /**
   * @param first standard name of a meter of every such binding
   * @throws IllegalStateException if the registry has this meter with the same tags
   */
  Binding(
      MeterRegistry registry,
      MeterConvention convention,
      Tags tags,
      String first,
      Window<M> window) {
    this.registry = registry;
    this.convention = convention;
    this.tags = tags;
    this.window = window;
    if (registry.find(convention.name(first)).tags(tags).meter() != null) {
      throw new IllegalStateException(
          "the registry has meters with the tags %s already: give each engine and hedge a name of its own"
              .formatted(tags.stream().toList()));
    }
  }

  M latest() {
    return window.latest();
  }

  void gauge(String name, @Nullable String unit, String description, ToDoubleFunction<M> value) {
    add(
        Gauge.builder(convention.name(name), () -> value.applyAsDouble(window.latest()))
            .tags(tags)
            .baseUnit(unit)
            .description(description)
            .register(registry));
  }

  void counter(String name, @Nullable String unit, String description, ToDoubleFunction<M> value) {
    counter(name, unit, Tags.empty(), description, value);
  }

  void counter(
      String name,
      @Nullable String unit,
      Tags further,
      String description,
      ToDoubleFunction<M> value) {
    add(
        FunctionCounter.builder(
                convention.name(name), window, same -> value.applyAsDouble(window.latest()))
            .tags(tags.and(further))
            .baseUnit(unit)
            .description(description)
            .register(registry));
  }

  /**
   * Adds a gauge of a time.
   *
   * @param nanos function of the changes of the last minutes
   */
  void recentTime(String name, Tags further, String description, ToDoubleFunction<M> nanos) {
    add(
        TimeGauge.builder(
                convention.name(name),
                () -> nanos.applyAsDouble(window.lately()),
                TimeUnit.NANOSECONDS)
            .tags(tags.and(further))
            .description(description)
            .register(registry));
  }

  void timer(
      String name, Tags further, String description, LongSupplier count, DoubleSupplier nanos) {
    add(
        FunctionTimer.builder(
                convention.name(name),
                count,
                same -> count.getAsLong(),
                same -> nanos.getAsDouble(),
                TimeUnit.NANOSECONDS)
            .tags(tags.and(further))
            .description(description)
            .register(registry));
  }

  private synchronized void add(Meter meter) {
    meters.add(meter);
  }

  /** Removes all its meters from the registry. */
  synchronized void remove() {
    meters.forEach(registry::remove);
    meters.clear();
  }

  /** Returns the constant of an enum as the value of a tag, such as {@code timed-out}. */
  static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns the tag of a percentile from 0 to 100, as Micrometer has it: {@code 0.99}. */
  static Tags phi(double percentile) {
    return Tags.of("phi", plain(BigDecimal.valueOf(percentile).movePointLeft(2)));
  }

  /** Returns the tag of the upper bound of a bucket, in seconds. */
  static Tags atMost(long nanos) {
    return Tags.of("le", plain(BigDecimal.valueOf(nanos, 9)));
  }

  private static String plain(BigDecimal number) {
    return number.stripTrailingZeros().toPlainString();
  }
}
