package org.curtail.runtime;

import java.util.Formatter;
import java.util.Locale;

/** {@link Metrics} for people to read, with a decimal point wherever they are. */
final class MetricsText {
  private static final double NANOS_PER_MS = 1e6;
  private static final double[] PERCENTILES = {50, 90, 99, 99.9, 100};

  private final Formatter out = new Formatter(Locale.ROOT);

  private MetricsText() {}

  static String of(Metrics metrics) {
    var made = new MetricsText();
    made.counts(metrics);
    made.gauges(metrics.gauges());
    metrics.decisions().ifPresent(made::decisions);
    made.out.format(
        "%-16s%10s%10s%10s%10s%10s%10s%10s\n",
        "", "count", "mean", "p50", "p90", "p99", "p99.9", "max");
    made.histogram("response ms", metrics.responseNanos(), NANOS_PER_MS);
    made.histogram("wait ms", metrics.waitNanos(), NANOS_PER_MS);
    made.histogram("execution ms", metrics.executionNanos(), NANOS_PER_MS);
    made.histogram("peak degree", metrics.peakDegree(), 1);
    made.histogram("chunks", metrics.chunks(), 1);
    return made.out.toString();
  }

  private void counts(Metrics metrics) {
    Metrics.Counts counts = metrics.counts();
    out.format("%-16s%10.1f\n", "seconds", metrics.nanos() / 1e9);
    out.format("%-16s%10d\n", "arrived", counts.arrived());
    out.format("%-16s%10d\n", "refused", counts.refused());
    out.format("%-16s%10d\n", "started", counts.started());
    for (Outcome outcome : Outcome.values()) {
      out.format("%-16s%10d\n", word(outcome), counts.ended(outcome));
    }
    out.format("%-16s%10.1f\n", "thread seconds", counts.threadNanos() / 1e9);
    if (counts.timesAside() > 0) {
      out.format(
          "%-16s%10d   times, for %.1f s in all\n",
          "set aside", counts.timesAside(), counts.asideNanos() / 1e9);
    }
    if (counts.policyChanges() > 0) {
      out.format("%-16s%10d\n", "policy changes", counts.policyChanges());
    }
  }

  private void gauges(Metrics.Gauges gauges) {
    out.format("%-16s%10d   of at most %d\n", "waiting", gauges.waiting(), gauges.queueLimit());
    if (gauges.aside() > 0) {
      out.format("%-16s%10d   of them %d set aside\n", "running", gauges.running(), gauges.aside());
    } else {
      out.format("%-16s%10d\n", "running", gauges.running());
    }
    out.format(
        "%-16s%10d   of %d, for %d cores\n",
        "threads busy", gauges.threadsBusy(), gauges.threads(), gauges.cores());
    out.format("%-16s%10d\n", "boosted", gauges.boostedThreads());
    out.format("%-16s%10d\n", "paused", gauges.pausedThreads());
    if (gauges.policyFailed()) {
      out.format("the policy failed; requests go on without it\n");
    }
    if (gauges.listenersFailed() > 0) {
      out.format(
          "listeners that failed and are told nothing any more: %d\n", gauges.listenersFailed());
    }
  }

  private void decisions(Autopilot.Counts decisions) {
    out.format("%-16s%10d", "plans", decisions.plans());
    if (decisions.requestsBeforePlan().isPresent()) {
      out.format("   the first after %d requests", decisions.requestsBeforePlan().getAsLong());
    }
    if (decisions.plansFailed() > 0) {
      out.format("; %d failed", decisions.plansFailed());
    }
    out.format("\n%-16s%10d\n", "switches", decisions.switches());
    out.format("%-16s%10d\n", "fall backs", decisions.fallBacks());
    out.format("%-16s%10d\n", "drifts", decisions.drifts());
    out.format(
        "%-16s%9.1f%%   of requests came while one thread each served\n",
        "served safe", 100 * decisions.safeShare());
    out.format(
        "%-16s%9.2f%%   of response time lost to comparing and harm, about\n",
        "regret", 100 * decisions.regretShare());
    out.format(
        "%-16s%10d   requests had more threads to learn what these bring, %.1f s of core time\n",
        "tried", decisions.triedRequests(), decisions.triedNanos() / 1e9);
  }

  private void histogram(String name, Metrics.Histogram histogram, double unit) {
    out.format("%-16s%10d%10.2f", name, histogram.count(), histogram.mean() / unit);
    for (double percentile : PERCENTILES) {
      double value = histogram.percentile(percentile) / unit;
      if (unit == 1) {
        out.format("%10.0f", value);
      } else {
        out.format("%10.2f", value);
      }
    }
    if (histogram.countBeyond() > 0) {
      out.format("   %d beyond", histogram.countBeyond());
    }
    out.format("\n");
  }

  /** In one line, without a line break. */
  static String line(Metrics metrics) {
    var made = new MetricsText();
    made.oneLine(metrics);
    return made.out.toString();
  }

  private void oneLine(Metrics metrics) {
    Metrics.Counts counts = metrics.counts();
    out.format("%.1f s: %d arrived", metrics.nanos() / 1e9, counts.arrived());
    if (counts.refused() > 0) {
      out.format(", %d refused", counts.refused());
    }
    for (Outcome outcome : Outcome.values()) {
      if (outcome == Outcome.COMPLETED || counts.ended(outcome) > 0) {
        out.format(", %d %s", counts.ended(outcome), word(outcome));
      }
    }
    Metrics.Gauges gauges = metrics.gauges();
    out.format(
        "; %d waiting, %d running on %d of %d threads",
        gauges.waiting(), gauges.running(), gauges.threadsBusy(), gauges.threads());
    Metrics.Histogram response = metrics.responseNanos();
    if (response.count() > 0) {
      out.format(
          "; response p50 %.2f ms, p99 %.2f ms",
          response.percentile(50) / NANOS_PER_MS, response.percentile(99) / NANOS_PER_MS);
    }
    metrics
        .decisions()
        .ifPresent(decisions ->
            out.format(
                "; %d plans, %.1f %% served safe", decisions.plans(), 100 * decisions.safeShare()));
    if (gauges.policyFailed()) {
      out.format("; the policy failed");
    }
  }

  private static String word(Outcome outcome) {
    return outcome.name().toLowerCase(Locale.ROOT);
  }
}
