package org.curtail.cli.serve;

import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.concurrent.TimeUnit;
import org.curtail.cli.serve.search.SearchService;
import org.curtail.cli.serve.search.ServingEngine;
import org.curtail.micrometer.EngineMeters;
import org.jspecify.annotations.Nullable;

/**
 * The meters of the engine in force and of answers, as text for Prometheus. Meters of the engine
 * begin again when it is replaced. Safe for several threads.
 */
final class ServerMetrics {
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

  private @Nullable EngineMeters meters;

  private ServerMetrics() {}

  /** Creates the metrics of a service. */
  static ServerMetrics of(SearchService service) {
    var metrics = new ServerMetrics();
    service.onEngine(metrics::bind);
    return metrics;
  }

  private synchronized void bind(ServingEngine engine) {
    EngineMeters before = meters;
    if (before != null) {
      before.close();
    }
    meters = EngineMeters.bind(engine.curtail(), registry);
  }

  /** Counts an answer, by the name that Micrometer uses for servers. */
  void answered(int status, long nanos) {
    Timer.builder("http.server.requests")
        .tag("uri", "/search")
        .tag("status", Integer.toString(status))
        .register(registry)
        .record(nanos, TimeUnit.NANOSECONDS);
  }

  /** All meters as text. */
  String text() {
    return registry.scrape();
  }
}
