package org.curtail.springboot;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.curtail.Policy;
import org.curtail.hedge.Hedge;
import org.curtail.micrometer.MeterConvention;
import org.curtail.opentelemetry.EngineTelemetry;
import org.curtail.opentelemetry.HedgeTelemetry;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.Sequential;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.RequestListener;
import org.curtail.runtime.SharedWork;
import org.curtail.runtime.Ticket;
import org.curtail.runtime.Timeline;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

@Timeout(300)
class CurtailAutoConfigurationTest {
  private final ApplicationContextRunner runner =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  CurtailAutoConfiguration.class,
                  CurtailTracingAutoConfiguration.class,
                  MetricsAutoConfiguration.class));

  @Test
  void withoutPropertiesThereIsAnAutomaticEngineAndNoHedge() {
    runner.run(context -> {
      Curtail curtail = context.getBean(Curtail.class);
      assertThat(curtail.autopilot()).isPresent();
      assertThat(curtail.name()).isEqualTo("curtail");
      assertThat(context).doesNotHaveBean(Hedge.class);
      assertThat(requireNonNull(context.getBean(HealthIndicator.class).health()).getStatus())
          .isEqualTo(Status.UP);
    });
  }

  @Test
  void propertiesSetTheEngineUp() {
    runner
        .withPropertyValues(
            "curtail.engine.policy=fixed-2",
            "curtail.engine.cores=2",
            "curtail.engine.threads=5",
            "curtail.engine.when-full=wait")
        .run(context -> {
          Curtail curtail = context.getBean(Curtail.class);
          assertThat(curtail.policy()).isEqualTo(new FixedDegree(2));
          assertThat(curtail.threads()).isEqualTo(5);
          assertThat(curtail.metrics().gauges().cores()).isEqualTo(2);
        });
  }

  @Test
  void theGuideListsEveryProperty() throws Exception {
    String guide = Files.readString(Path.of("../../docs/observe.md"));
    var properties = new ArrayList<String>();
    for (RecordComponent part : CurtailProperties.class.getRecordComponents()) {
      for (RecordComponent property : part.getType().getRecordComponents()) {
        String dashed = property.getName().replaceAll("(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
        properties.add("curtail." + part.getName() + "." + dashed);
      }
    }
    assertThat(properties).hasSizeGreaterThan(20);
    assertThat(
            Pattern.compile(
                    "(?m)^\\| `(curtail\\.(?:engine|hedge|metrics|tracing)\\.[a-z-]+)` \\| `?")
                .matcher(guide.substring(guide.indexOf("## Spring Boot")))
                .results()
                .map(row -> row.group(1)))
        .containsExactlyInAnyOrderElementsOf(properties);
  }

  @Test
  void aPolicyThatDoesNotExistStopsTheStart() {
    runner
        .withPropertyValues("curtail.engine.policy=fastest")
        .run(context ->
            assertThat(context.getStartupFailure())
                .rootCause()
                .hasMessageContaining("no policy is named 'fastest'"));
  }

  @Test
  void nothingIsMadeIfItIsSwitchedOff() {
    runner
        .withPropertyValues(
            "curtail.engine.enabled=false",
            "curtail.metrics.enabled=false",
            "management.health.curtail.enabled=false")
        .run(context ->
            assertThat(context)
                .hasNotFailed()
                .doesNotHaveBean(Curtail.class)
                .doesNotHaveBean(CurtailMeters.class)
                .doesNotHaveBean(HealthIndicator.class));
  }

  @Test
  void anAdaptiveHedgeNeedsOnlyThatItDoesNoHarm() {
    runner
        .withPropertyValues("curtail.hedge.idempotent=true", "curtail.hedge.budget=0.1")
        .run(context -> {
          Hedge hedge = context.getBean(Hedge.class);
          assertThat(hedge.budget().fraction()).isEqualTo(0.1);
          assertThat(hedge.policy().reissues()).isEmpty();
        });
  }

  @Test
  void beansOfTheUserComeFirst() {
    var ended = new AtomicInteger();
    var listener =
        new RequestListener() {
          @Override
          public void ended(long request, Timeline timeline) {
            ended.incrementAndGet();
          }
        };
    var convention =
        new MeterConvention() {
          @Override
          public String name(String standard) {
            return "acme." + standard;
          }
        };
    runner
        .withBean(Policy.class, Sequential::new)
        .withBean(RequestListener.class, () -> listener)
        .withBean(MeterConvention.class, () -> convention)
        .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
        .run(context -> {
          Curtail curtail = context.getBean(Curtail.class);
          assertThat(curtail.policy()).isEqualTo(new Sequential());
          curtail.run(SharedWork.of(1, chunk -> 1, Integer::sum));
          assertThat(ended).hasValue(1);
          MeterRegistry registry = context.getBean(MeterRegistry.class);
          assertThat(registry.get("acme.curtail.request").functionTimer().count()).isEqualTo(1);
        });
  }

  @Test
  void anEngineOfTheUserIsMeteredAndClosedToo() {
    Curtail own = Curtail.with(new Sequential()).name("own").start();
    runner
        .withBean("own", Curtail.class, () -> own)
        .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
        .run(context -> {
          assertThat(context.getBean(Curtail.class)).isSameAs(own);
          assertThat(context.getBean(MeterRegistry.class).get("curtail.waiting").gauge().getId())
              .satisfies(id -> assertThat(id.getTag("engine")).isEqualTo("own"));
        });
    assertThat(isClosed(own)).isTrue();
  }

  private static boolean isClosed(Curtail curtail) {
    try {
      curtail.submit(SharedWork.of(1, chunk -> 1, Integer::sum));
      return false;
    } catch (RejectedExecutionException e) {
      return true;
    }
  }

  @Test
  void requestsThatTakeLongerThanTheGraceAreCancelled() throws Exception {
    var begun = new CountDownLatch(1);
    Ticket<?>[] ticket = new Ticket<?>[1];
    runner
        .withPropertyValues(
            "curtail.engine.shutdown-grace=50ms", "curtail.engine.policy=sequential")
        .run(context -> {
          ticket[0] =
              context
                  .getBean(Curtail.class)
                  .submit(
                      SharedWork.of(
                          1_000_000,
                          chunk -> {
                            begun.countDown();
                            Thread.sleep(1);
                            return 1;
                          },
                          Integer::sum));
          begun.await();
        });
    assertThat(ticket[0].isCancelled()).isTrue();
  }

  @Test
  void withOpenTelemetryRequestsAndCallsAreSpans() {
    var spans = InMemorySpanExporter.create();
    OpenTelemetrySdk sdk =
        OpenTelemetrySdk.builder()
            .setTracerProvider(
                SdkTracerProvider.builder()
                    .addSpanProcessor(SimpleSpanProcessor.create(spans))
                    .build())
            .build();
    ApplicationContextRunner traced =
        runner
            .withBean(OpenTelemetry.class, () -> sdk)
            .withPropertyValues(
                "curtail.engine.policy=sequential", "curtail.hedge.idempotent=true");
    traced.run(context -> {
      context.getBean(Curtail.class).run(SharedWork.of(1, chunk -> 1, Integer::sum));
      context
          .getBean(HedgeTelemetry.class)
          .call(attempt -> CompletableFuture.completedFuture("answer"))
          .get();
    });
    traced
        .withPropertyValues("curtail.tracing.enabled=false")
        .run(context ->
            assertThat(context)
                .doesNotHaveBean(EngineTelemetry.class)
                .doesNotHaveBean(HedgeTelemetry.class));
  }

  @Test
  void neitherMicrometerNorHealthHasToBeThere() {
    runner
        .withClassLoader(
            new FilteredClassLoader(
                "io.micrometer",
                "io.opentelemetry",
                "org.curtail.opentelemetry",
                "org.springframework.boot.health"))
        .run(context -> assertThat(context).hasNotFailed().hasSingleBean(Curtail.class));
  }
}
