package org.curtail.opentelemetry;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.exporter.otlp.http.metrics.OtlpHttpMetricExporter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.Sum;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.export.PeriodicMetricReader;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.curtail.hedge.Hedge;
import org.curtail.policy.Sequential;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.SharedWork;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A collector on the loopback interface reads what the SDK's own exporters send. */
@SuppressWarnings("try") // Telemetry is closed by its blocks and not named in them.
@Timeout(300)
class OtlpTest {
  private final Queue<ExportMetricsServiceRequest> metrics = new ConcurrentLinkedQueue<>();
  private final Queue<ExportTraceServiceRequest> traces = new ConcurrentLinkedQueue<>();

  private void metrics(HttpExchange exchange) throws IOException {
    metrics.add(ExportMetricsServiceRequest.parseFrom(exchange.getRequestBody().readAllBytes()));
    answer(exchange);
  }

  private void traces(HttpExchange exchange) throws IOException {
    traces.add(ExportTraceServiceRequest.parseFrom(exchange.getRequestBody().readAllBytes()));
    answer(exchange);
  }

  private static void answer(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().add("Content-Type", "application/x-protobuf");
    exchange.sendResponseHeaders(200, -1);
    exchange.close();
  }

  @Test
  void aCollectorReadsMetricsAndSpans() throws Exception {
    HttpServer collector =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    collector.createContext("/v1/metrics", this::metrics);
    collector.createContext("/v1/traces", this::traces);
    collector.start();
    String address =
        "http://"
            + InetAddress.getLoopbackAddress().getHostAddress()
            + ":"
            + collector.getAddress().getPort();
    OpenTelemetrySdk sdk =
        OpenTelemetrySdk.builder()
            .setMeterProvider(
                SdkMeterProvider.builder()
                    .registerMetricReader(
                        PeriodicMetricReader.create(
                            OtlpHttpMetricExporter.builder()
                                .setEndpoint(address + "/v1/metrics")
                                .build()))
                    .build())
            .setTracerProvider(
                SdkTracerProvider.builder()
                    .addSpanProcessor(
                        BatchSpanProcessor.builder(
                                OtlpHttpSpanExporter.builder()
                                    .setEndpoint(address + "/v1/traces")
                                    .build())
                            .build())
                    .build())
            .build();
    try (sdk;
        Curtail curtail = Curtail.with(new Sequential()).name("search").start();
        Hedge hedge = Hedge.of(ReissuePolicy.NONE).named("catalog").idempotent().start();
        EngineTelemetry engine = EngineTelemetry.bind(curtail, sdk);
        HedgeTelemetry calls = HedgeTelemetry.bind(hedge, sdk)) {
      curtail.run(SharedWork.of(5, chunk -> 1, Integer::sum));
      calls.call(attempt -> CompletableFuture.completedFuture("answer")).get();
      assertThat(sdk.getSdkMeterProvider().forceFlush().join(60, TimeUnit.SECONDS).isSuccess())
          .isTrue();
      assertThat(sdk.getSdkTracerProvider().forceFlush().join(60, TimeUnit.SECONDS).isSuccess())
          .isTrue();
    } finally {
      collector.stop(0);
    }

    Map<String, Metric> byName = new HashMap<>();
    received(metrics).forEach(metric -> byName.put(metric.getName(), metric));
    Metric duration = requireNonNull(byName.get("curtail.request.duration"));
    assertThat(duration.getUnit()).isEqualTo("s");
    assertThat(duration.getHistogram().getDataPoints(0).getCount()).isEqualTo(1);
    assertThat(sum(byName, "curtail.request.submitted").getDataPoints(0).getAsInt()).isEqualTo(1);
    assertThat(sum(byName, "curtail.request.submitted").getIsMonotonic()).isTrue();
    assertThat(sum(byName, "curtail.request.active").getIsMonotonic()).isFalse();
    assertThat(byName).containsKeys("curtail.call.duration", "curtail.hedge.budget.remaining");
    assertThat(byName.keySet()).allSatisfy(name -> assertThat(name).doesNotContain("total"));

    Set<String> documented = documentedMetrics();
    documented.remove("curtail.decisions"); // Of engines that choose their policies only.
    byName.keySet().removeIf(name -> !name.startsWith("curtail."));
    assertThat(byName.keySet()).containsExactlyInAnyOrderElementsOf(documented);

    Set<String> spans = new HashSet<>();
    for (ExportTraceServiceRequest request : traces) {
      request
          .getResourceSpansList()
          .forEach(resource ->
              resource
                  .getScopeSpansList()
                  .forEach(scope ->
                      scope.getSpansList().stream().map(Span::getName).forEach(spans::add)));
    }
    assertThat(spans)
        .containsExactlyInAnyOrder("request search", "call catalog", "attempt catalog");
  }

  /** Names in the first column of the guide's table. */
  private static Set<String> documentedMetrics() throws IOException {
    String guide = Files.readString(Path.of("../../docs/observe.md"));
    String section = guide.substring(guide.indexOf("## OpenTelemetry"), guide.indexOf("## Spring"));
    return section
        .lines()
        .filter(line -> line.startsWith("| `curtail."))
        .map(line -> line.substring(0, line.indexOf('|', 1)))
        .flatMap(column -> Pattern.compile("curtail\\.[a-z_.]+").matcher(column).results())
        .map(MatchResult::group)
        .collect(Collectors.toCollection(HashSet::new));
  }

  private static Sum sum(Map<String, Metric> byName, String name) {
    return requireNonNull(byName.get(name)).getSum();
  }

  private static List<Metric> received(Queue<ExportMetricsServiceRequest> requests) {
    return requests.stream()
        .flatMap(request -> request.getResourceMetricsList().stream())
        .flatMap(resource -> resource.getScopeMetricsList().stream())
        .flatMap(scope -> scope.getMetricsList().stream())
        .toList();
  }
}
