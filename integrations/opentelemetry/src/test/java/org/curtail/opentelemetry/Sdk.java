package org.curtail.opentelemetry;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** An OpenTelemetry SDK whose metrics and spans stay in memory. */
final class Sdk implements AutoCloseable {
  final InMemoryMetricReader metrics = InMemoryMetricReader.create();
  final InMemorySpanExporter spans = InMemorySpanExporter.create();
  final OpenTelemetrySdk sdk;

  Sdk() {
    this(Sampler.alwaysOn());
  }

  Sdk(Sampler sampler) {
    sdk =
        OpenTelemetrySdk.builder()
            .setMeterProvider(SdkMeterProvider.builder().registerMetricReader(metrics).build())
            .setTracerProvider(
                SdkTracerProvider.builder()
                    .setSampler(sampler)
                    .addSpanProcessor(SimpleSpanProcessor.create(spans))
                    .build())
            .build();
  }

  /** Names of all metrics with points. */
  SortedSet<String> names() {
    return metrics.collectAllMetrics().stream()
        .map(MetricData::getName)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Value of the only point of a metric that has these attributes, among others. */
  double value(String name, String... keysAndValues) {
    MetricData metric = metric(name);
    List<Double> found =
        switch (metric.getType()) {
          case LONG_SUM ->
              metric.getLongSumData().getPoints().stream()
                  .filter(point -> has(point.getAttributes(), keysAndValues))
                  .map(point -> (double) point.getValue())
                  .toList();
          case DOUBLE_SUM ->
              metric.getDoubleSumData().getPoints().stream()
                  .filter(point -> has(point.getAttributes(), keysAndValues))
                  .map(point -> point.getValue())
                  .toList();
          case DOUBLE_GAUGE ->
              metric.getDoubleGaugeData().getPoints().stream()
                  .filter(point -> has(point.getAttributes(), keysAndValues))
                  .map(point -> point.getValue())
                  .toList();
          default -> throw new AssertionError(metric.toString());
        };
    if (found.size() != 1) {
      throw new AssertionError(found.size() + " points in " + metric);
    }
    return found.getFirst();
  }

  /** As {@link #value}, of a number that is whole. */
  long count(String name, String... keysAndValues) {
    return Math.round(value(name, keysAndValues));
  }

  /** Points of a histogram that have these attributes, among others. */
  List<HistogramPointData> histogram(String name, String... keysAndValues) {
    return metric(name).getHistogramData().getPoints().stream()
        .filter(point -> has(point.getAttributes(), keysAndValues))
        .toList();
  }

  private MetricData metric(String name) {
    return metrics.collectAllMetrics().stream()
        .filter(metric -> metric.getName().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no metric " + name));
  }

  private static boolean has(Attributes attributes, String... keysAndValues) {
    for (int i = 0; i < keysAndValues.length; i += 2) {
      String value = attributes.get(AttributeKey.stringKey(keysAndValues[i]));
      if (!keysAndValues[i + 1].equals(value)) {
        return false;
      }
    }
    return true;
  }

  /** The only finished span of a name. */
  SpanData span(String name) {
    List<SpanData> named = spans(name);
    if (named.size() != 1) {
      throw new AssertionError(named.size() + " spans " + name);
    }
    return named.getFirst();
  }

  /** Finished spans of a name, in order of their start. */
  List<SpanData> spans(String name) {
    return spans.getFinishedSpanItems().stream()
        .filter(span -> span.getName().equals(name))
        .sorted((a, b) -> Long.compare(a.getStartEpochNanos(), b.getStartEpochNanos()))
        .toList();
  }

  @Override
  public void close() {
    sdk.close();
  }
}
