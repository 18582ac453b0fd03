package org.curtail.benchkit.replicas;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import org.curtail.benchkit.results.HedgeFigures;
import org.curtail.benchkit.results.Interruption;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.results.SampleSize;
import org.curtail.benchkit.text.Table;
import org.curtail.benchkit.text.Unit;
import org.jspecify.annotations.Nullable;

/** A table of runs with replicas: a row for each policy and load. */
public final class ReplicaText {

  private ReplicaText() {}

  /** True if the results contain runs with replicas. */
  public static boolean isIn(Results results) {
    return results.runs().stream().anyMatch(run -> run.hedges() != null);
  }

  /** Returns the lines of the table. */
  public static List<String> lines(Results results) {
    var lines = new ArrayList<>(Interruption.around(table(results).lines(), results.interrupted()));
    lines.addAll(SampleSize.remarks(SampleSize.TOO_FEW, results.runs(), LatencyCells.PERCENTILES));
    lines.add(
        "Times in ms, from when a request was due. The ratio is of the p99 to that of none, with its 95 % interval: below 1 is faster.");
    lines.add(
        "Copies are those sent beside the first ones, per 100 requests, with two standard errors; won, those that answered first.");
    return lines;
  }

  private static Table<Run> table(Results results) {
    return LatencyCells.table(results)
        .show("copies", Unit.DECIMAL, run -> 100 * hedges(run).reissueFraction())
        .show("±", Unit.DECIMAL, run -> 100 * hedges(run).reissueTwoErrors())
        .show("budget", Unit.PLAIN, run -> budget(hedges(run)))
        .absent("")
        .show("won", Unit.COUNT, run -> hedges(run).hedgesWon());
  }

  private static HedgeFigures hedges(Run run) {
    return requireNonNull(run.hedges());
  }

  private static @Nullable Double budget(HedgeFigures hedges) {
    Double budget = hedges.budget();
    return budget == null ? null : 100 * budget;
  }
}
