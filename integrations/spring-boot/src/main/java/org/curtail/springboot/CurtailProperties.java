package org.curtail.springboot;

import java.time.Duration;
import org.curtail.runtime.Overload;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** The properties {@code curtail.*}. */
@ConfigurationProperties("curtail")
record CurtailProperties(
    @DefaultValue EngineProperties engine,
    @DefaultValue HedgeProperties hedge,
    @DefaultValue MetricsProperties metrics,
    @DefaultValue TracingProperties tracing) {

  /**
   * Properties of the meters.
   *
   * @param enabled false for no meters
   */
  record MetricsProperties(@DefaultValue("true") boolean enabled) {}

  /**
   * Properties of OpenTelemetry.
   *
   * @param enabled false for no spans and metrics of OpenTelemetry
   */
  record TracingProperties(@DefaultValue("true") boolean enabled) {}

  /**
   * Properties of the engine.
   *
   * @param enabled false for no engine
   * @param name name of the engine in metrics, logs and threads
   * @param policy "automatic", or the name of a policy that needs no profile, such as "sequential"
   *     or "fixed-4". A bean of type Policy takes precedence
   * @param cores cores to serve with; all of the machine by default
   * @param threads threads of the pool; chosen from the policy by default
   * @param atMostDegree most threads of a request, of the policy "automatic"
   * @param queueLimit most requests that wait
   * @param whenFull treatment of a request that finds the queue full
   * @param percentile percentile of the response time that matters, above 0 and below 100
   * @param target response time that this percentile should not exceed; as short as possible by
   *     default
   * @param shutdownGrace time for running requests to end at shutdown, before they are cancelled
   */
  record EngineProperties(
      @DefaultValue("true") boolean enabled,
      @DefaultValue("curtail") String name,
      @DefaultValue("automatic") String policy,
      @Nullable Integer cores,
      @Nullable Integer threads,
      @Nullable Integer atMostDegree,
      @DefaultValue("10000") int queueLimit,
      @DefaultValue("reject") Overload whenFull,
      @DefaultValue("99") double percentile,
      @Nullable Duration target,
      @DefaultValue("20s") Duration shutdownGrace) {}

  /**
   * Properties of the hedge.
   *
   * @param idempotent true if sending a call twice does no harm. There is no hedge without it
   * @param name name of the hedge in metrics, logs and threads
   * @param percentile percentile of the response time that the hedge shortens, above 0 and below
   *     100
   * @param budget copies and retries for each call, above 0 and at most 1
   * @param burst most copies that the budget saves for bad times
   * @param delay time without an answer after which a copy is sent; learned by default
   * @param leastDelay shortest time without an answer after which a copy is sent
   * @param leastSamples answered calls before the first copy
   */
  record HedgeProperties(
      @DefaultValue("false") boolean idempotent,
      @DefaultValue("hedge") String name,
      @DefaultValue("99") double percentile,
      @DefaultValue("0.02") double budget,
      @DefaultValue("100") int burst,
      @Nullable Duration delay,
      @DefaultValue("0") Duration leastDelay,
      @DefaultValue("100") int leastSamples) {}
}
