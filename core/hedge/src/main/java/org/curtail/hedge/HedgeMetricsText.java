package org.curtail.hedge;

import java.util.Formatter;
import java.util.Locale;
import org.curtail.hedge.HedgeListener.CallEnd.Outcome;

/** Formats {@link HedgeMetrics} for people, with a decimal point in every locale. */
final class HedgeMetricsText {
  private static final double NANOS_PER_MS = 1e6;
  private static final double[] PERCENTILES = {50, 90, 99, 99.9, 100};

  private final Formatter out = new Formatter(Locale.ROOT);

  private HedgeMetricsText() {}

  static String of(HedgeMetrics metrics) {
    var made = new HedgeMetricsText();
    made.counts(metrics);
    made.gauges(metrics.gauges());
    made.out.format(
        "%-20s%10s%10s%10s%10s%10s%10s%10s\n",
        "", "count", "mean", "p50", "p90", "p99", "p99.9", "max");
    made.times("with hedging ms", metrics.with());
    made.times("without, estimated", metrics.without());
    return made.out.toString();
  }

  private void counts(HedgeMetrics metrics) {
    HedgeMetrics.Counts counts = metrics.counts();
    out.format("%-20s%10.1f\n", "seconds", metrics.nanos() / 1e9);
    out.format("%-20s%10d\n", "calls", counts.calls());
    for (Outcome outcome : Outcome.values()) {
      out.format("%-20s%10d\n", word(outcome), counts.ended(outcome));
    }
    out.format(
        "%-20s%10d   %s of the calls\n",
        "hedges sent", counts.hedges(), share(counts.hedges(), counts));
    out.format(
        "%-20s%10d   %s of the calls\n",
        "retries sent", counts.retries(), share(counts.retries(), counts));
    out.format("%-20s%10d\n", "won", counts.won());
    out.format("%-20s%10d\n", "lost", counts.lost());
    out.format("%-20s%10d\n", "attempts failed", counts.failedAttempts());
    out.format(
        "%-20s%10d   the budget was used up\n",
        "suppressed", counts.suppressed(HedgeListener.SuppressedBy.BUDGET));
    out.format(
        "%-20s%10d   too few samples\n",
        "", counts.suppressed(HedgeListener.SuppressedBy.LEAST_SAMPLES));
    out.format(
        "%-20s%10d   load or failures\n", "", counts.suppressed(HedgeListener.SuppressedBy.LOAD));
  }

  private static String share(long part, HedgeMetrics.Counts counts) {
    return HedgeWords.percent(counts.calls() == 0 ? 0 : (double) part / counts.calls());
  }

  private void gauges(HedgeMetrics.Gauges gauges) {
    out.format("%-20s%10d\n", "under way", gauges.underWay());
    out.format("%-20s%10.1f\n", "tokens", gauges.tokens());
    out.format(
        "%-20s%10s   of the hedges that are due\n",
        "open for", HedgeWords.percent(gauges.openShare()));
    if (gauges.listenersFailed() > 0) {
      out.format(
          "listeners that failed and are not called any more: %d\n", gauges.listenersFailed());
    }
  }

  private void times(String name, HedgeMetrics.CallTimes times) {
    out.format("%-20s%10d%10.2f", name, times.count(), times.meanNanos() / NANOS_PER_MS);
    for (double percentile : PERCENTILES) {
      out.format("%10.2f", times.percentileNanos(percentile) / NANOS_PER_MS);
    }
    out.format("\n");
  }

  /** Returns one line without a line break. */
  static String line(HedgeMetrics metrics) {
    var made = new HedgeMetricsText();
    made.oneLine(metrics);
    return made.out.toString();
  }

  private void oneLine(HedgeMetrics metrics) {
    HedgeMetrics.Counts counts = metrics.counts();
    out.format("%.1f s: %d calls", metrics.nanos() / 1e9, counts.calls());
    for (Outcome outcome : Outcome.values()) {
      if (outcome == Outcome.ANSWERED || counts.ended(outcome) > 0) {
        out.format(", %d %s", counts.ended(outcome), word(outcome));
      }
    }
    out.format(
        "; %d hedges, %d retries, %d won, %d lost",
        counts.hedges(), counts.retries(), counts.won(), counts.lost());
    if (metrics.with().count() > 0) {
      out.format(
          "; p99 %.2f ms, without hedging about %.2f ms",
          metrics.with().percentileNanos(99) / NANOS_PER_MS,
          metrics.without().percentileNanos(99) / NANOS_PER_MS);
    }
    if (metrics.gauges().openShare() < 1) {
      out.format(
          "; load lets %s of the hedges pass", HedgeWords.percent(metrics.gauges().openShare()));
    }
  }

  private static String word(Outcome outcome) {
    return outcome.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
