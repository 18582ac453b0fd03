package org.curtail.lab.replicas;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import org.curtail.measurement.results.HedgeFigures;
import org.curtail.measurement.results.Interruption;
import org.curtail.measurement.results.Results;
import org.curtail.measurement.results.Run;
import org.curtail.measurement.results.SampleSize;
import org.curtail.measurement.stats.Ratio;
import org.curtail.measurement.text.Columns;
import org.curtail.measurement.text.Numbers;

/** Runs with replicas for people: a row for each policy and load. */
public final class ReplicaText {
  private static final List<Double> PERCENTILES = List.of(50.0, 95.0, 99.0, 99.9);

  private ReplicaText() {}

  /** Whether there is something of it in results. */
  public static boolean isIn(Results results) {
    return results.runs().stream().anyMatch(run -> run.hedges() != null);
  }

  /** The lines of the table. */
  public static List<String> lines(Results results) {
    var lines =
        new ArrayList<>(Interruption.around(Columns.aligned(rows(results)), results.interrupted()));
    lines.addAll(SampleSize.remarks(SampleSize.TOO_FEW, results.runs(), PERCENTILES));
    lines.add(
        "Times in ms, from when a request was due. The ratio is of the p99 to that of none, with its 95 % interval: below 1 is faster.");
    lines.add(
        "Copies are those sent beside the first ones, per 100 requests, with two standard errors; won, those that answered first.");
    return lines;
  }

  private static List<List<String>> rows(Results results) {
    var rows = new ArrayList<List<String>>();
    rows.add(
        List.of(
            "load",
            "requests/s",
            "policy",
            "requests",
            "p50",
            "p95",
            "p99",
            "p99.9",
            "ratio",
            "95 % interval",
            "copies",
            "±",
            "budget",
            "won"));
    int width = results.runs().stream().mapToInt(run -> run.policy().length()).max().orElseThrow();
    results.runs().forEach(run -> rows.add(row(run, width)));
    return rows;
  }

  private static List<String> row(Run run, int width) {
    HedgeFigures hedges = requireNonNull(run.hedges());
    Double budget = hedges.budget();
    Ratio ratio =
        run.against().isEmpty() || !run.carries(99) ? null : run.against().getLast().p99();
    return List.of(
        Numbers.percent(run.load()),
        Numbers.significant(run.rps()),
        ("%-" + width + "s").formatted(run.policy()),
        Numbers.count(run.requests()),
        of(run, 50, run.latency().p50Ms()),
        of(run, 95, run.latency().p95Ms()),
        of(run, 99, run.latency().p99Ms()),
        of(run, 99.9, run.latency().p999Ms()),
        ratio == null ? SampleSize.TOO_FEW : Numbers.hundredths(ratio.value()),
        ratio == null
            ? SampleSize.TOO_FEW
            : "%s to %s"
                .formatted(Numbers.hundredths(ratio.low()), Numbers.hundredths(ratio.high())),
        Numbers.hundredths(100 * hedges.reissueFraction()),
        Numbers.hundredths(100 * hedges.reissueTwoErrors()),
        budget == null ? "" : Numbers.plain(100 * budget),
        Numbers.count(hedges.hedgesWon()));
  }

  private static String of(Run run, double percentile, double ms) {
    return run.carries(percentile) ? Numbers.significant(ms) : SampleSize.TOO_FEW;
  }
}
