package org.curtail.examples;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.curtail.hedge.Hedge;
import org.curtail.micrometer.EngineMeters;
import org.curtail.micrometer.HedgeMeters;
import org.curtail.policy.Sequential;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.SharedWork;

/** How to bind an engine and a hedge to Micrometer, and what Prometheus then reads. */
public class Example21Micrometer {
  public static void main(String[] args) throws Exception {
    var registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT); // or any other registry
    try (Curtail curtail = Curtail.with(new Sequential()).name("search").start();
        Curtail batch = Curtail.with(new Sequential()).name("batch").start();
        Hedge hedge = Hedge.of(ReissuePolicy.singleD(20)).named("catalog").idempotent().start()) {
      EngineMeters.bind(curtail, registry);
      HedgeMeters.bind(hedge, registry);

      // With a target for alerts, and bounds of your own:
      EngineMeters.of(batch)
          .target(99, Duration.ofMillis(100))
          .bounds(Duration.ofMillis(50), Duration.ofMillis(200))
          .bindTo(registry);

      for (int i = 0; i < 200; i++) {
        curtail.run(SharedWork.of(20, chunk -> Math.sqrt(chunk), Double::sum));
        hedge.call(attempt -> CompletableFuture.completedFuture("answer")).get();
      }
      batch.run(SharedWork.of(20, chunk -> Math.sqrt(chunk), Double::sum));

      Thread.sleep(300); // a snapshot of the engine serves 200 ms
      registry
          .scrape()
          .lines()
          .filter(line ->
              line.startsWith("curtail_request_seconds_count")
                  || line.startsWith("curtail_request_within_total{engine=\"batch\"")
                  || line.startsWith("curtail_target_seconds")
                  || line.startsWith("curtail_hedge_started_calls_total"))
          .forEach(System.out::println);
    }
  }
}
