package org.curtail.benchkit.replicas;

import java.util.List;
import java.util.Optional;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.text.Table;
import org.curtail.benchkit.text.Unit;
import org.jspecify.annotations.Nullable;

/**
 * The first columns of a table of runs on servers of this machine: contender, load, latencies, and
 * the ratio of the p99.
 */
public final class LatencyCells {
  /** Percentiles in the tables. */
  public static final List<Double> PERCENTILES = List.of(50.0, 95.0, 99.0, 99.9);

  private LatencyCells() {}

  /** Returns a table with the first columns; the caller adds others. */
  public static Table<Run> table(Results results) {
    return Table.of(results.runs())
        .show("load", Unit.PERCENT, Run::load)
        .show("requests/s", Unit.NUMBER, Run::rps)
        .show("policy", Unit.NAME, Run::policy)
        .show("requests", Unit.COUNT, Run::requests)
        .show("p50", Unit.NUMBER, run -> of(run, 50, run.latency().p50Ms()))
        .show("p95", Unit.NUMBER, run -> of(run, 95, run.latency().p95Ms()))
        .show("p99", Unit.NUMBER, run -> of(run, 99, run.latency().p99Ms()))
        .show("p99.9", Unit.NUMBER, run -> of(run, 99.9, run.latency().p999Ms()))
        .show("ratio", Unit.DECIMAL, run -> ratio(run).map(Ratio::value).orElse(null))
        .show(
            "95 % interval", Unit.TEXT, run -> ratio(run).map(LatencyCells::interval).orElse(null));
  }

  private static Optional<Ratio> ratio(Run run) {
    return run.against().isEmpty() || !run.carries(99)
        ? Optional.empty()
        : Optional.of(run.against().getLast().p99());
  }

  private static String interval(Ratio ratio) {
    return Numbers.hundredths(ratio.low()) + " to " + Numbers.hundredths(ratio.high());
  }

  private static @Nullable Double of(Run run, double percentile, double ms) {
    return run.carries(percentile) ? ms : null;
  }
}
