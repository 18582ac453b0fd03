package org.curtail.benchkit.replicas;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import org.curtail.benchkit.results.HedgeFigures;
import org.curtail.benchkit.results.Interruption;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.results.SampleSize;
import org.curtail.benchkit.text.Columns;
import org.curtail.benchkit.text.Numbers;

/** Runs with replicas for people: a row for each policy and load. */
public final class ReplicaText {

  private ReplicaText() {}

  /** Whether there is something of it in results. */
  public static boolean isIn(Results results) {
    return results.runs().stream().anyMatch(run -> run.hedges() != null);
  }

  /** The lines of the table. */
  public static List<String> lines(Results results) {
    var lines =
        new ArrayList<>(Interruption.around(Columns.aligned(rows(results)), results.interrupted()));
    lines.addAll(SampleSize.remarks(SampleSize.TOO_FEW, results.runs(), LatencyCells.PERCENTILES));
    lines.add(
        "Times in ms, from when a request was due. The ratio is of the p99 to that of none, with its 95 % interval: below 1 is faster.");
    lines.add(
        "Copies are those sent beside the first ones, per 100 requests, with two standard errors; won, those that answered first.");
    return lines;
  }

  private static List<List<String>> rows(Results results) {
    var rows = new ArrayList<List<String>>();
    rows.add(LatencyCells.heads("copies", "±", "budget", "won"));
    int width = LatencyCells.nameWidth(results);
    results.runs().forEach(run -> rows.add(row(run, width)));
    return rows;
  }

  private static List<String> row(Run run, int width) {
    HedgeFigures hedges = requireNonNull(run.hedges());
    Double budget = hedges.budget();
    return LatencyCells.of(
        run,
        width,
        Numbers.hundredths(100 * hedges.reissueFraction()),
        Numbers.hundredths(100 * hedges.reissueTwoErrors()),
        budget == null ? "" : Numbers.plain(100 * budget),
        Numbers.count(hedges.hedgesWon()));
  }
}
