package org.curtail.springboot;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import org.curtail.Policy;
import org.curtail.hedge.Hedge;
import org.curtail.hedge.HedgeBudget;
import org.curtail.hedge.HedgeListener;
import org.curtail.hedge.HedgeSetup;
import org.curtail.micrometer.MeterConvention;
import org.curtail.policies.Policies;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.runtime.AutomaticSetup;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.RequestListener;
import org.curtail.runtime.Setup;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Makes these beans:
 *
 * <ul>
 *   <li>A {@link Curtail}, if the application has none and {@code curtail.engine.enabled} is not
 *       false. The engine uses beans of type {@link Policy} and {@link RequestListener}.
 *   <li>A {@link Hedge}, if the application has none and {@code curtail.hedge.idempotent} is true.
 *       The hedge uses beans of type {@link HedgeListener}.
 *   <li>Meters of all engines and hedges, if Micrometer is on the class path. The meters use a bean
 *       of type {@link MeterConvention}.
 *   <li>The health indicator {@code curtail}, if Spring Boot's health is on the class path.
 *   <li>The graceful shutdown of the engine.
 * </ul>
 */
@AutoConfiguration
@EnableConfigurationProperties(CurtailProperties.class)
public final class CurtailAutoConfiguration {
  private static final String AUTOMATIC = "automatic";

  /** Called by Spring. */
  public CurtailAutoConfiguration() {}

  @Bean(destroyMethod = "") // EngineShutdown closes it.
  @ConditionalOnMissingBean
  @ConditionalOnBooleanProperty(name = "curtail.engine.enabled", matchIfMissing = true)
  Curtail curtail(
      CurtailProperties properties,
      ObjectProvider<Policy> policies,
      ObjectProvider<RequestListener> listeners) {
    CurtailProperties.EngineProperties engine = properties.engine();
    Setup setup = setup(engine, policies.getIfAvailable());
    setup.name(engine.name()).queueLimit(engine.queueLimit()).whenFull(engine.whenFull());
    if (engine.cores() != null) {
      setup.cores(engine.cores());
    }
    if (engine.threads() != null) {
      setup.threads(engine.threads());
    }
    listeners.orderedStream().forEach(setup::listener);
    return setup.start();
  }

  private static Setup setup(CurtailProperties.EngineProperties engine, @Nullable Policy given) {
    if (given != null) {
      return Curtail.with(given);
    }
    if (!engine.policy().equals(AUTOMATIC)) {
      return Curtail.with(Policies.named(engine.policy(), Policies.Ingredients.NONE));
    }
    AutomaticSetup automatic = Curtail.automatic();
    if (engine.atMostDegree() != null) {
      automatic.atMostDegree(engine.atMostDegree());
    }
    Duration target = engine.target();
    return target == null
        ? automatic.minimise(engine.percentile())
        : automatic.target(engine.percentile(), target);
  }

  @Bean
  EngineShutdown curtailShutdown(ObjectProvider<Curtail> engines, CurtailProperties properties) {
    return new EngineShutdown(engines, properties.engine().shutdownGrace());
  }

  @Bean
  @ConditionalOnMissingBean
  @ConditionalOnBooleanProperty("curtail.hedge.idempotent")
  Hedge curtailHedge(CurtailProperties properties, ObjectProvider<HedgeListener> listeners) {
    CurtailProperties.HedgeProperties hedge = properties.hedge();
    HedgeSetup setup =
        hedge.delay() == null
            ? Hedge.adaptive(new ReissueGoal(hedge.percentile(), hedge.budget()))
            : Hedge.of(ReissuePolicy.singleD(hedge.delay().toNanos() / 1e6));
    setup
        .named(hedge.name())
        .budget(HedgeBudget.of(hedge.budget(), hedge.burst()))
        .leastDelay(hedge.leastDelay())
        .leastSamples(hedge.leastSamples())
        .idempotent();
    listeners.orderedStream().forEach(setup::listener);
    return setup.start();
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(MeterRegistry.class)
  @ConditionalOnBooleanProperty(name = "curtail.metrics.enabled", matchIfMissing = true)
  static class MetersConfiguration {
    @Bean
    CurtailMeters curtailMeters(
        ObjectProvider<Curtail> engines,
        ObjectProvider<Hedge> hedges,
        ObjectProvider<MeterConvention> convention,
        CurtailProperties properties) {
      return new CurtailMeters(
          engines,
          hedges,
          convention.getIfAvailable(() -> MeterConvention.STANDARD),
          properties.engine());
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
  static class HealthConfiguration {
    @Bean
    @ConditionalOnEnabledHealthIndicator("curtail")
    @ConditionalOnMissingBean(name = "curtailHealthIndicator")
    HealthIndicator curtailHealthIndicator(
        ObjectProvider<Curtail> engines, ObjectProvider<Hedge> hedges) {
      return new CurtailHealth(engines, hedges);
    }
  }
}
