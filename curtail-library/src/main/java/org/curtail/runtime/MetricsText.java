package org.curtail.runtime;

import java.util.Locale;

/** {@link Metrics} for people to read. */
final class MetricsText {
  private static final double NANOS_PER_MS = 1e6;

  private final StringBuilder text = new StringBuilder();

  private MetricsText() {}

  static String of(Metrics metrics) {
    var made = new MetricsText();
    made.counts(metrics);
    made.gauges(metrics.gauges());
    made.line(
        "%-16s%10s%10s%10s%10s%10s%10s%10s"
            .formatted("", "count", "mean", "p50", "p90", "p99", "p99.9", "max"));
    made.histogram("response ms", metrics.responseNanos(), NANOS_PER_MS);
    made.histogram("wait ms", metrics.waitNanos(), NANOS_PER_MS);
    made.histogram("execution ms", metrics.executionNanos(), NANOS_PER_MS);
    made.histogram("peak degree", metrics.peakDegree(), 1);
    made.histogram("chunks", metrics.chunks(), 1);
    return made.text.toString();
  }

  private void counts(Metrics metrics) {
    Metrics.Counts counts = metrics.counts();
    line("%-16s%10.1f".formatted("seconds", metrics.nanos() / 1e9));
    line("%-16s%10d".formatted("arrived", counts.arrived()));
    line("%-16s%10d".formatted("refused", counts.refused()));
    line("%-16s%10d".formatted("started", counts.started()));
    for (Outcome outcome : Outcome.values()) {
      line("%-16s%10d".formatted(outcome.name().toLowerCase(Locale.ROOT), counts.ended(outcome)));
    }
    line("%-16s%10.1f".formatted("thread seconds", counts.threadNanos() / 1e9));
  }

  private void gauges(Metrics.Gauges gauges) {
    line("%-16s%10d   of at most %d".formatted("waiting", gauges.waiting(), gauges.queueLimit()));
    line("%-16s%10d".formatted("running", gauges.running()));
    line(
        "%-16s%10d   of %d, for %d cores"
            .formatted("threads busy", gauges.threadsBusy(), gauges.threads(), gauges.cores()));
    line("%-16s%10d".formatted("boosted", gauges.boostedThreads()));
    line("%-16s%10d".formatted("paused", gauges.pausedThreads()));
    if (gauges.policyFailed()) {
      line("the policy failed; requests go on without it");
    }
    if (gauges.listenersFailed() > 0) {
      line("%d listeners failed and are told nothing any more".formatted(gauges.listenersFailed()));
    }
  }

  private void histogram(String name, Histogram histogram, double unit) {
    line(
        (unit == 1
                ? "%-16s%10d%10.2f%10.0f%10.0f%10.0f%10.0f%10.0f%s"
                : "%-16s%10d%10.2f%10.2f%10.2f%10.2f%10.2f%10.2f%s")
            .formatted(
                name,
                histogram.count(),
                histogram.mean() / unit,
                histogram.percentile(50) / unit,
                histogram.percentile(90) / unit,
                histogram.percentile(99) / unit,
                histogram.percentile(99.9) / unit,
                histogram.percentile(100) / unit,
                histogram.countBeyond() == 0
                    ? ""
                    : "   %d beyond".formatted(histogram.countBeyond())));
  }

  private void line(String line) {
    text.append(line).append('\n');
  }
}
