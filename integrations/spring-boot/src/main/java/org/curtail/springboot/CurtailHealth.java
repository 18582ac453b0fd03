package org.curtail.springboot;

import java.util.LinkedHashMap;
import java.util.Map;
import org.curtail.hedge.Hedge;
import org.curtail.hedge.HedgeMetrics;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.Metrics;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * The health of engines and hedges. An engine is down if memory or stack has run out in its own
 * code, since it serves nothing more. A hedge is never down, since calls go on without copies.
 */
final class CurtailHealth extends AbstractHealthIndicator {
  private final ObjectProvider<Curtail> engines;
  private final ObjectProvider<Hedge> hedges;

  CurtailHealth(ObjectProvider<Curtail> engines, ObjectProvider<Hedge> hedges) {
    this.engines = engines;
    this.hedges = hedges;
  }

  @Override
  protected void doHealthCheck(Health.Builder health) {
    health.up();
    engines.forEach(engine -> engine(engine, health));
    hedges.forEach(hedge -> hedge(hedge, health));
  }

  private static void engine(Curtail engine, Health.Builder health) {
    Metrics.Gauges gauges = engine.metrics().gauges();
    Map<String, Object> details = new LinkedHashMap<>();
    engine
        .brokenBy()
        .ifPresent(cause -> {
          health.down();
          details.put("brokenBy", cause.toString());
        });
    details.put("waiting", gauges.waiting());
    details.put("running", gauges.running());
    details.put("threadsBusy", gauges.threadsBusy());
    details.put("policyFailed", gauges.policyFailed());
    details.put("explanation", engine.explain().strip());
    health.withDetail(engine.name(), details);
  }

  private static void hedge(Hedge hedge, Health.Builder health) {
    HedgeMetrics.Gauges gauges = hedge.metrics().gauges();
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("underWay", gauges.underWay());
    details.put("budgetLeft", gauges.tokens());
    details.put("openShare", gauges.openShare());
    details.put("explanation", hedge.explain().strip());
    health.withDetail(hedge.name(), details);
  }
}
