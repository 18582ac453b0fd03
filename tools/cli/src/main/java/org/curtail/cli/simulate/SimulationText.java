package org.curtail.cli.simulate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.curtail.benchkit.policyruns.Rate;
import org.curtail.benchkit.results.DecisionText;
import org.curtail.benchkit.results.Interruption;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.results.SampleSize;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.text.Table;
import org.curtail.benchkit.text.Unit;
import org.jspecify.annotations.Nullable;

/**
 * Simulated runs for people, as a table for each rate. A table has the policies in the given order,
 * with a mark at the best p99, and the limit in the last row.
 */
public final class SimulationText {
  /** Mark after the names of policies that know the demand. */
  private static final String KNOWS_DEMAND = " ^";

  private SimulationText() {}

  /** The lines for all rates. */
  public static List<String> lines(Results results, List<Rate> rates) {
    var lines = new ArrayList<String>();
    Interruption interrupted = results.interrupted();
    if (interrupted != null) {
      lines.add(interrupted.inWords());
      lines.add("");
    }
    for (Rate rate : rates) {
      List<String> missing = missing(interrupted, rate);
      List<Run> runs =
          results.runs().stream().filter(run -> run.rps() == rate.perSecond()).toList();
      if (runs.isEmpty() && !missing.isEmpty()) {
        lines.add(heading(rate));
        lines.add("interrupted: " + String.join(", ", missing));
        lines.add("");
      }
      if (!runs.isEmpty()) {
        lines.add(heading(rate));
        lines.addAll(table(runs, rate.isUnstable() || !missing.isEmpty()).lines());
        if (!missing.isEmpty() || (interrupted != null && runs.getFirst().boundMs() == null)) {
          lines.add("interrupted: " + String.join(", ", withLimit(missing, runs)));
        }
        runs.stream()
            .filter(run -> run.unstable() != null)
            .map(SimulationText::backlog)
            .forEach(lines::add);
        lines.addAll(remarks(runs));
        lines.addAll(
            DecisionText.lines(
                results.decisions().stream()
                    .filter(decided -> Objects.equals(decided.load(), rate.load()))
                    .toList()));
        lines.add("");
      }
    }
    lines.addAll(
        SampleSize.remarks(SampleSize.TOO_FEW, results.runs(), List.of(50.0, 95.0, 99.0, 99.9)));
    return lines;
  }

  /** Adds the limit to the missing runs if it is missing. */
  private static List<String> withLimit(List<String> missing, List<Run> runs) {
    return runs.getFirst().boundMs() == null ? with(missing, "limit") : missing;
  }

  private static List<String> missing(@Nullable Interruption interrupted, Rate rate) {
    return interrupted == null
        ? List.of()
        : interrupted.missing().stream()
            .filter(missing -> missing.load() == rate.load())
            .map(Interruption.Missing::policy)
            .toList();
  }

  private static String heading(Rate rate) {
    return "%s requests/s%s, load %s%s"
        .formatted(
            rate.text(),
            rate.pattern(),
            Numbers.percent(rate.load()),
            rate.isUnstable() ? "; " + rate.unstable() : "");
  }

  private static String backlog(Run run) {
    return run.policy()
        + " is unstable here: its backlog still grew at the last arrival; its figures only show the length of the run";
  }

  /** Returns a row; the limit has no run. */
  private record Row(@Nullable Run run) {}

  /**
   * The table.
   *
   * @param undecided true if no policy is marked as the best: the rate is above the capacity of
   *     all, or not all were finished
   */
  private static Table<Row> table(List<Run> runs, boolean undecided) {
    Run best = best(runs);
    var rows = new ArrayList<Row>();
    runs.forEach(run -> rows.add(new Row(run)));
    rows.add(new Row(null));
    var table = Table.of(rows).show("policy", Unit.NAME, row -> of(row, SimulationText::name));
    table.absent("limit");
    show(table, "mean ms", run -> Numbers.significant(run.latency().meanMs()));
    show(table, "p50", run -> ms(run, 50, run.latency().p50Ms()));
    show(table, "p95", run -> ms(run, 95, run.latency().p95Ms()));
    // All runs that tie are the best.
    table
        .show(
            "p99 ",
            Unit.TEXT,
            row ->
                of(
                    row,
                    run ->
                        ms(run, 99, run.latency().p99Ms())
                            + (!undecided && run.carries(99) && isAsGood(run, best) ? "*" : " ")))
        .absent((best.carries(99) ? limit(best.boundMs()) : SampleSize.TOO_FEW) + " ");
    show(table, "p99.9", run -> ms(run, 99.9, run.latency().p999Ms()));
    show(table, "p99 above limit", SimulationText::aboveLimit);
    show(table, "utilisation", run -> Numbers.percent(run.utilisation()));
    show(table, "degree", run -> Numbers.decimal(run.degrees().meanDegree()));
    show(table, "threads", run -> Numbers.decimal(run.meanThreads()));
    if (runs.stream().anyMatch(run -> run.lateShare() != null)) {
      table
          .show("late", Unit.TEXT, row -> of(row, run -> share(run.lateShare())))
          .absent(share(best.leastLateShare()));
    }
    return table;
  }

  private static void show(Table<Row> table, String heading, Function<Run, String> cell) {
    table.show(heading, Unit.TEXT, row -> of(row, cell)).absent("");
  }

  private static @Nullable String of(Row row, Function<Run, String> cell) {
    return row.run == null ? null : cell.apply(row.run);
  }

  /**
   * The run with the lowest p99. Prefers policies that a service could run, then policies that keep
   * up.
   */
  private static Run best(List<Run> runs) {
    return runs.stream()
        .min(
            Comparator.comparing(Run::knowsDemand)
                .thenComparing(run -> run.unstable() != null)
                .thenComparingDouble(run -> run.latency().p99Ms()))
        .orElseThrow();
  }

  /** True if a run is as good as the best one; always false for a policy that does not keep up. */
  private static boolean isAsGood(Run run, Run best) {
    return run.latency().p99Ms() == best.latency().p99Ms()
        && run.unstable() == null
        && run.knowsDemand() == best.knowsDemand();
  }

  private static List<String> remarks(List<Run> runs) {
    var remarks = new ArrayList<String>();
    List<String> tuned = runs.stream().map(Run::tuned).filter(Objects::nonNull).toList();
    if (!tuned.isEmpty()) {
      remarks.add("tuned for this rate, on other arrivals: " + String.join(", ", tuned));
    }
    if (runs.stream().anyMatch(Run::knowsDemand)) {
      remarks.add("^ knows the time of each request in advance, which is impossible for a service");
    }
    return remarks;
  }

  private static String name(Run run) {
    return run.policy() + (run.knowsDemand() ? KNOWS_DEMAND : "");
  }

  private static List<String> with(List<String> cells, String another) {
    return Stream.concat(cells.stream(), Stream.of(another)).toList();
  }

  private static String share(@Nullable Double share) {
    return share == null ? "-" : "%.2f %%".formatted(100 * share);
  }

  private static String ms(Run run, double percentile, double ms) {
    return run.carries(percentile) ? Numbers.significant(ms) : SampleSize.TOO_FEW;
  }

  private static String limit(@Nullable Double boundMs) {
    return boundMs == null ? "-" : Numbers.significant(boundMs);
  }

  private static String aboveLimit(Run run) {
    Double boundMs = run.boundMs();
    return boundMs == null || !run.carries(99)
        ? SampleSize.TOO_FEW
        : Numbers.percent(Math.max(0, run.latency().p99Ms() / boundMs - 1));
  }
}
