package org.curtail.app.simulate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.curtail.app.plan.Columns;
import org.curtail.app.report.Numbers;
import org.curtail.app.results.Results;
import org.curtail.app.results.Run;
import org.jspecify.annotations.Nullable;

/**
 * Simulated runs for people: a table for each rate, policies in the order given, the best p99
 * marked, the limit below.
 */
public final class SimulationText {
  private static final List<String> HEADINGS =
      List.of(
          "mean ms",
          "p50",
          "p95",
          "p99 ",
          "p99.9",
          "p99 above limit",
          "utilisation",
          "degree",
          "threads");

  private SimulationText() {}

  /** The lines for all rates. */
  public static List<String> lines(Results results, List<Rate> rates) {
    var lines = new ArrayList<String>();
    for (Rate rate : rates) {
      List<Run> runs =
          results.runs().stream().filter(run -> run.rps() == rate.perSecond()).toList();
      if (!runs.isEmpty()) {
        lines.add(heading(rate));
        lines.addAll(Columns.aligned(cells(runs)));
        runs.stream()
            .filter(run -> run.unstable() != null)
            .map(SimulationText::backlog)
            .forEach(lines::add);
        lines.add("");
      }
    }
    return lines;
  }

  private static String heading(Rate rate) {
    return "%s requests/s%s, load %s%s"
        .formatted(
            rate.text(),
            rate.pattern(),
            Numbers.percent(rate.load()),
            rate.isUnstable() ? "; " + unstable(rate) : "");
  }

  /** What is wrong with a rate that is too great. */
  public static String unstable(Rate rate) {
    return "unstable: more arrives than any policy can carry, %s requests/s"
        .formatted(Numbers.significant(rate.mostPerSecond()));
  }

  private static String backlog(Run run) {
    return run.policy()
        + " is unstable here: its backlog still grew when the last request arrived; its figures say"
        + " how long the run was";
  }

  private static List<List<String>> cells(List<Run> runs) {
    int width = runs.stream().mapToInt(run -> run.policy().length()).max().orElseThrow();
    Run best =
        runs.stream()
            .min(
                Comparator.<Run, Boolean>comparing(run -> run.unstable() != null)
                    .thenComparingDouble(Run::p99Ms))
            .orElseThrow();
    var rows = new ArrayList<List<String>>();
    rows.add(row("policy", width, HEADINGS));
    for (Run run : runs) {
      rows.add(
          row(
              run.policy(),
              width,
              List.of(
                  Numbers.significant(run.meanMs()),
                  Numbers.significant(run.p50Ms()),
                  Numbers.significant(run.p95Ms()),
                  // Runs that tie are all the best.
                  Numbers.significant(run.p99Ms()) + (isAsGood(run, best) ? "*" : " "),
                  Numbers.significant(run.p999Ms()),
                  aboveLimit(run),
                  Numbers.percent(run.utilisation()),
                  Numbers.decimal(run.meanDegree()),
                  Numbers.decimal(run.meanThreads()))));
    }
    rows.add(
        row("limit", width, List.of("", "", "", limit(best.boundMs()) + " ", "", "", "", "", "")));
    return rows;
  }

  private static boolean isAsGood(Run run, Run best) {
    return run.p99Ms() == best.p99Ms() && Objects.equals(run.unstable(), best.unstable());
  }

  /** Columns stand right; names of policies stand left. */
  private static List<String> row(String name, int width, List<String> cells) {
    var row = new ArrayList<String>();
    row.add(name + " ".repeat(Math.max(0, width - name.length())));
    row.addAll(cells);
    return row;
  }

  private static String limit(@Nullable Double boundMs) {
    return boundMs == null ? "-" : Numbers.significant(boundMs);
  }

  private static String aboveLimit(Run run) {
    Double boundMs = run.boundMs();
    return boundMs == null ? "-" : Numbers.percent(Math.max(0, run.p99Ms() / boundMs - 1));
  }
}
