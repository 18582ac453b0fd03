package org.curtail.springboot;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.regex.Pattern;
import org.curtail.hedge.Hedge;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.SharedWork;
import org.hawkular.agent.prometheus.text.TextPrometheusMetricsProcessor;
import org.hawkular.agent.prometheus.types.Counter;
import org.hawkular.agent.prometheus.types.Gauge;
import org.hawkular.agent.prometheus.types.Metric;
import org.hawkular.agent.prometheus.types.MetricFamily;
import org.hawkular.agent.prometheus.types.Summary;
import org.hawkular.agent.prometheus.walkers.CollectorPrometheusMetricsWalker;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** A real service, started and asked over HTTP. */
@Timeout(300)
class SampleServiceTest {
  private static final Pattern METRIC = Pattern.compile("\\bcurtail_[a-z_]+");

  private final ConfigurableApplicationContext context =
      new SpringApplicationBuilder(SampleService.class)
          .properties(
              "server.port=0",
              "spring.main.banner-mode=off",
              "logging.level.root=warn",
              "management.endpoints.web.exposure.include=health,prometheus",
              "management.endpoint.health.show-details=always",
              "management.endpoint.health.group.liveness.include=livenessState,curtail",
              "management.endpoint.health.group.liveness.show-components=always",
              "curtail.engine.name=search",
              "curtail.engine.target=100ms",
              "curtail.engine.queue-limit=500",
              "curtail.hedge.idempotent=true",
              "curtail.hedge.name=catalog",
              "curtail.hedge.delay=50ms",
              "curtail.hedge.budget=0.05")
          .run();

  private final SampleService service = context.getBean(SampleService.class);
  private final HttpClient client = HttpClient.newHttpClient();

  @AfterEach
  void stop() {
    service.release.countDown();
    context.close();
    client.close();
  }

  private HttpRequest request(String path) {
    String port = context.getEnvironment().getProperty("local.server.port");
    return HttpRequest.newBuilder(URI.create("http://localhost:" + port + path)).build();
  }

  private String get(String path) throws IOException, InterruptedException {
    HttpResponse<String> answer = client.send(request(path), BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return answer.body();
  }

  private Map<String, List<Metric>> scrape() throws IOException, InterruptedException {
    byte[] text = get("/actuator/prometheus").getBytes(StandardCharsets.UTF_8);
    var collected = new CollectorPrometheusMetricsWalker();
    new TextPrometheusMetricsProcessor(new ByteArrayInputStream(text), collected).walk();
    var byName = new HashMap<String, List<Metric>>();
    for (MetricFamily family : collected.getAllMetricFamilies()) {
      if (family.getMetrics().getFirst() instanceof Summary) {
        byName.put(family.getName() + "_count", family.getMetrics());
        byName.put(family.getName() + "_sum", family.getMetrics());
      } else {
        byName.put(family.getName(), family.getMetrics());
      }
    }
    return byName;
  }

  private static Metric first(Map<String, List<Metric>> metrics, String name) {
    return requireNonNull(metrics.get(name), name).getFirst();
  }

  @Test
  void theServiceAnswersShowsHealthAndMetricsAndFinishesItsRequestsAtShutdown() throws Exception {
    answersAndShowsHealthAndMetrics();
    aRequestUnderWayIsAnsweredAtShutdown();
  }

  private void answersAndShowsHealthAndMetrics() throws Exception {
    double sum = 0;
    for (int i = 0; i < 1_000; i++) {
      sum += Math.sqrt(i);
    }
    for (int call = 0; call < 3; call++) {
      assertThat(Double.parseDouble(get("/roots?chunks=1000"))).isEqualTo(sum);
    }
    Hedge hedge = context.getBean(Hedge.class);
    assertThat(hedge.name()).isEqualTo("catalog");
    assertThat(hedge.policy().reissues().getFirst().delayMillis()).isEqualTo(50);
    assertThat(hedge.budget().fraction()).isEqualTo(0.05);
    assertThat(get("/remote")).isEqualTo("answer");
    assertThat(get("/actuator/health"))
        .contains("\"curtail\":{", "\"search\":{", "\"catalog\":{", "\"budgetLeft\"")
        .contains("\"explanation\"", "\"status\":\"UP\"");

    assertThat(get("/actuator/health/liveness")).contains("\"curtail\":{", "\"livenessState\"");

    Thread.sleep(250); // Longer than a snapshot serves.
    Map<String, List<Metric>> metrics = scrape();
    Gauge limit = (Gauge) first(metrics, "curtail_queue_limit_requests");
    assertThat(limit.getValue()).isEqualTo(500);
    assertThat(limit.getLabels()).containsEntry("engine", "search");
    assertThat(((Gauge) first(metrics, "curtail_target_seconds")).getValue()).isEqualTo(0.1);
    assertThat(((Counter) first(metrics, "curtail_arrived_requests_total")).getValue())
        .isEqualTo(3);
    Summary requests = (Summary) first(metrics, "curtail_request_seconds_count");
    assertThat(requests.getSampleCount()).isEqualTo(3);
    assertThat(requests.getLabels()).containsEntry("outcome", "completed");
    assertThat(((Counter) first(metrics, "curtail_hedge_started_calls_total")).getValue())
        .isEqualTo(1);

    String dashboard = Files.readString(Path.of("../micrometer/dashboards/grafana.json"));
    var shown = new TreeSet<String>();
    METRIC.matcher(dashboard).results().forEach(metric -> shown.add(metric.group()));
    assertThat(metrics.keySet()).as("the dashboard's metrics").containsAll(shown);
  }

  private void aRequestUnderWayIsAnsweredAtShutdown() throws Exception {
    Curtail curtail = context.getBean(Curtail.class);
    CompletableFuture<HttpResponse<String>> answer =
        client.sendAsync(request("/slow"), BodyHandlers.ofString());
    service.begun.await();
    Thread closing = Thread.ofVirtual().start(context::close);
    while (isAccepting()) {
      Thread.sleep(10);
    }
    service.release.countDown();
    assertThat(answer.get().body()).isEqualTo("42");
    closing.join();
    assertThatThrownBy(() -> curtail.run(SharedWork.of(1, chunk -> 1, Integer::sum)))
        .isInstanceOf(RejectedExecutionException.class);
    assertThat(context.isActive()).isFalse();
  }

  private boolean isAccepting() throws InterruptedException {
    try (HttpClient other = HttpClient.newHttpClient()) {
      other.send(request("/roots?chunks=1"), BodyHandlers.discarding());
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
