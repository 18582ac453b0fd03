package org.curtail.springboot;

import io.opentelemetry.api.OpenTelemetry;
import org.curtail.hedge.Hedge;
import org.curtail.opentelemetry.EngineTelemetry;
import org.curtail.opentelemetry.HedgeTelemetry;
import org.curtail.runtime.Curtail;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;

/**
 * Makes an {@link EngineTelemetry} and a {@link HedgeTelemetry} for an application with a bean of
 * type {@link OpenTelemetry}. {@code curtail-opentelemetry} must be on the class path. The property
 * {@code curtail.tracing.enabled} switches this off.
 */
@AutoConfiguration(
    after = CurtailAutoConfiguration.class,
    afterName =
        "org.springframework.boot.opentelemetry.autoconfigure.OpenTelemetrySdkAutoConfiguration")
@ConditionalOnClass({OpenTelemetry.class, EngineTelemetry.class})
@ConditionalOnBean(OpenTelemetry.class)
@ConditionalOnBooleanProperty(name = "curtail.tracing.enabled", matchIfMissing = true)
public final class CurtailTracingAutoConfiguration {
  /** Called by Spring. */
  public CurtailTracingAutoConfiguration() {}

  @Bean
  @ConditionalOnMissingBean
  @ConditionalOnSingleCandidate(Curtail.class)
  EngineTelemetry curtailTelemetry(Curtail curtail, OpenTelemetry openTelemetry) {
    return EngineTelemetry.bind(curtail, openTelemetry);
  }

  @Bean
  @ConditionalOnMissingBean
  @ConditionalOnSingleCandidate(Hedge.class)
  HedgeTelemetry curtailHedgeTelemetry(Hedge hedge, OpenTelemetry openTelemetry) {
    return HedgeTelemetry.bind(hedge, openTelemetry);
  }
}
