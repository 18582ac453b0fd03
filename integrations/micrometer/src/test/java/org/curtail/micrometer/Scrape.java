package org.curtail.micrometer;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.hawkular.agent.prometheus.text.TextPrometheusMetricsProcessor;
import org.hawkular.agent.prometheus.types.Counter;
import org.hawkular.agent.prometheus.types.Gauge;
import org.hawkular.agent.prometheus.types.Histogram;
import org.hawkular.agent.prometheus.types.MetricFamily;
import org.hawkular.agent.prometheus.types.Summary;
import org.hawkular.agent.prometheus.walkers.PrometheusMetricsWalker;

/** A scrape of a registry, read by a parser that is not Micrometer's. */
final class Scrape {
  private final Map<String, Map<Map<String, String>, Double>> values = new HashMap<>();

  private Scrape() {}

  /** Reads all metrics of a registry in the text format of Prometheus. */
  static Scrape of(PrometheusMeterRegistry registry) throws IOException {
    var scrape = new Scrape();
    byte[] text = registry.scrape().getBytes(StandardCharsets.UTF_8);
    new TextPrometheusMetricsProcessor(new ByteArrayInputStream(text), scrape.walker()).walk();
    return scrape;
  }

  /** Names of the series, as queries have them. */
  SortedSet<String> names() {
    return new TreeSet<>(values.keySet());
  }

  /** Labels of the series of a name. */
  SortedSet<String> labels(String name) {
    var labels = new TreeSet<String>();
    values.getOrDefault(name, Map.of()).keySet().forEach(each -> labels.addAll(each.keySet()));
    return labels;
  }

  /** Value of the only series of a name that has these labels, among others. */
  double value(String name, String... keysAndValues) {
    var wanted = new HashMap<String, String>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      wanted.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    double[] found =
        values.getOrDefault(name, Map.of()).entrySet().stream()
            .filter(series -> series.getKey().entrySet().containsAll(wanted.entrySet()))
            .mapToDouble(Map.Entry::getValue)
            .toArray();
    if (found.length != 1) {
      throw new AssertionError(
          found.length + " series " + name + wanted + " among " + values.get(name) + names());
    }
    return found[0];
  }

  private void put(String name, Map<String, String> labels, double value) {
    Double before = values.computeIfAbsent(name, any -> new HashMap<>()).put(labels, value);
    if (before != null) {
      throw new AssertionError("twice: " + name + labels);
    }
  }

  private PrometheusMetricsWalker walker() {
    return new PrometheusMetricsWalker() {
      @Override
      public void walkStart() {}

      @Override
      public void walkFinish(int familiesProcessed, int metricsProcessed) {}

      @Override
      public void walkMetricFamily(MetricFamily family, int index) {}

      @Override
      public void walkCounterMetric(MetricFamily family, Counter metric, int index) {
        put(family.getName(), metric.getLabels(), metric.getValue());
      }

      @Override
      public void walkGaugeMetric(MetricFamily family, Gauge metric, int index) {
        put(family.getName(), metric.getLabels(), metric.getValue());
      }

      @Override
      public void walkSummaryMetric(MetricFamily family, Summary metric, int index) {
        put(family.getName() + "_count", metric.getLabels(), (double) metric.getSampleCount());
        put(family.getName() + "_sum", metric.getLabels(), metric.getSampleSum());
      }

      @Override
      public void walkHistogramMetric(MetricFamily family, Histogram metric, int index) {
        throw new AssertionError("no meter of curtail is a histogram: " + family.getName());
      }
    };
  }
}
