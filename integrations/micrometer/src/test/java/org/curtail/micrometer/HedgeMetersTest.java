package org.curtail.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MockClock;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.curtail.hedge.Hedge;
import org.curtail.hedge.HedgeBudget;
import org.curtail.hedge.HedgeListener.CallEnd.Outcome;
import org.curtail.hedge.HedgeListener.SuppressedBy;
import org.curtail.hedge.HedgeMetrics;
import org.curtail.reissue.ReissuePolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
@SuppressWarnings("try") // Meters are closed by their blocks and not named in them.
class HedgeMetersTest {
  private final MockClock clock = new MockClock();
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry(SimpleConfig.DEFAULT, clock);

  /** Copies after a millisecond, if the budget has a token: one is saved by two calls. */
  private static Hedge hedge(String name) {
    return Hedge.of(ReissuePolicy.singleD(1))
        .budget(HedgeBudget.of(0.5, 2))
        .leastSamples(0)
        .named(name)
        .idempotent()
        .start();
  }

  private double value(String name, String... tags) {
    Meter meter = registry.get("curtail.hedge." + name).tags(tags).meter();
    return meter.measure().iterator().next().getValue();
  }

  private long count(String name, String... tags) {
    return Math.round(value(name, tags));
  }

  @Test
  void eachMeterHasTheHedgesOwnValue() throws Exception {
    try (Hedge hedge = hedge("catalog");
        HedgeMeters meters = HedgeMeters.bind(hedge, registry)) {
      for (int call = 0; call < 10; call++) {
        hedge.call(attempt -> CompletableFuture.completedFuture("now")).get();
      }
      for (int call = 0; call < 4; call++) {
        // Only a copy answers; without one the deadline passes.
        hedge
            .call(
                attempt ->
                    attempt.number() == 0
                        ? new CompletableFuture<>()
                        : CompletableFuture.completedFuture("copy"),
                Duration.ofMillis(100))
            .exceptionally(Throwable::toString)
            .get();
      }
      hedge
          .call(attempt ->
              CompletableFuture.<String>failedFuture(new IllegalStateException("expected")))
          .exceptionally(Throwable::toString)
          .get();
      CompletableFuture<String> open =
          hedge.call(attempt -> {
            attempt.sendNoMore();
            return new CompletableFuture<>();
          });

      clock.add(1, TimeUnit.SECONDS);
      HedgeMetrics all = hedge.metrics();
      HedgeMetrics.Counts counts = all.counts();
      assertThat(counts.hedges()).isPositive();
      assertThat(counts.suppressed(SuppressedBy.BUDGET)).isPositive();
      assertThat(count("started")).isEqualTo(counts.calls()).isEqualTo(16);
      assertThat(count("copies")).isEqualTo(counts.hedges());
      assertThat(count("retries")).isEqualTo(counts.retries());
      assertThat(count("won")).isEqualTo(counts.won());
      assertThat(count("lost")).isEqualTo(counts.lost());
      assertThat(count("failed")).isEqualTo(counts.failedAttempts());
      for (Outcome outcome : Outcome.values()) {
        assertThat(count("ended", "outcome", Binding.word(outcome)))
            .as("%s", outcome)
            .isEqualTo(counts.ended(outcome));
      }
      for (SuppressedBy reason : SuppressedBy.values()) {
        assertThat(count("suppressed", "reason", Binding.word(reason)))
            .as("%s", reason)
            .isEqualTo(counts.suppressed(reason));
      }
      assertThat(value("running")).isEqualTo(1);
      assertThat(value("budget.left")).isEqualTo(all.gauges().tokens());
      assertThat(value("budget.burst")).isEqualTo(2);
      assertThat(value("budget.share")).isEqualTo(0.5);
      assertThat(value("open")).isEqualTo(all.gauges().openShare());
      assertThat(value("failed.listeners")).isZero();
      for (String phi : List.of("0.5", "0.9", "0.99", "0.999")) {
        double percentile = Double.parseDouble(phi) * 100;
        assertThat(value("call.percentile", "hedging", "with", "phi", phi))
            .isEqualTo(all.with().percentileNanos(percentile) / 1e9);
        assertThat(value("call.percentile", "hedging", "without", "phi", phi))
            .isEqualTo(all.without().percentileNanos(percentile) / 1e9);
      }
      var timer = registry.get("curtail.hedge.call").tag("hedge", "catalog").functionTimer();
      assertThat(Math.round(timer.count())).isEqualTo(all.with().count());
      assertThat(timer.mean(TimeUnit.NANOSECONDS)).isCloseTo(all.with().meanNanos(), within(1.0));
      open.cancel(false);
    }
    assertThat(registry.getMeters()).isEmpty();
  }

  @Test
  void twoHedgesShareARegistryUnderNamesOfTheirOwn() {
    var convention =
        new MeterConvention() {
          @Override
          public Tags hedgeTags(String name) {
            return Tags.of("client", name);
          }
        };
    try (Hedge first = hedge("first");
        Hedge second = hedge("second");
        HedgeMeters ofFirst = HedgeMeters.of(first, convention);
        HedgeMeters ofSecond = HedgeMeters.of(second, convention)) {
      ofFirst.bindTo(registry);
      ofSecond.bindTo(registry);
      first.call(attempt -> CompletableFuture.completedFuture("now"));
      clock.add(1, TimeUnit.SECONDS);
      assertThat(value("started", "client", "first")).isEqualTo(1);
      assertThat(value("started", "client", "second")).isZero();
      assertThatIllegalStateException().isThrownBy(() -> ofFirst.bindTo(registry));
      ofFirst.close();
      assertThat(registry.getMeters())
          .isNotEmpty()
          .allMatch(meter -> "second".equals(meter.getId().getTag("client")));
    }
  }
}
