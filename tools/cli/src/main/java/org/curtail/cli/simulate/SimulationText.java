package org.curtail.cli.simulate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.curtail.benchkit.policyruns.Rate;
import org.curtail.benchkit.results.DecisionText;
import org.curtail.benchkit.results.Interruption;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.results.SampleSize;
import org.curtail.benchkit.text.Columns;
import org.curtail.benchkit.text.Numbers;
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

  /** Behind the names of policies that know the demand. */
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
        lines.addAll(Columns.aligned(cells(runs, rate.isUnstable() || !missing.isEmpty())));
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

  /** Adds the limit to the runs that are missing, if it is. */
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
        + " is unstable here: its backlog still grew when the last request arrived; its figures say"
        + " how long the run was";
  }

  /**
   * Cells of a table.
   *
   * @param undecided true if none is marked as the best: the rate is more than any policy can
   *     carry, or not all policies were finished
   */
  private static List<List<String>> cells(List<Run> runs, boolean undecided) {
    boolean target = runs.stream().anyMatch(run -> run.lateShare() != null);
    int width = runs.stream().mapToInt(run -> name(run).length()).max().orElseThrow();
    Run best = best(runs);
    String least = best.carries(99) ? limit(best.boundMs()) : SampleSize.TOO_FEW;
    var rows = new ArrayList<List<String>>();
    rows.add(row("policy", width, target ? with(HEADINGS, "late") : HEADINGS));
    for (Run run : runs) {
      List<String> cells =
          List.of(
              Numbers.significant(run.latency().meanMs()),
              ms(run, 50, run.latency().p50Ms()),
              ms(run, 95, run.latency().p95Ms()),
              // Runs that tie are all the best.
              ms(run, 99, run.latency().p99Ms())
                  + (!undecided && run.carries(99) && isAsGood(run, best) ? "*" : " "),
              ms(run, 99.9, run.latency().p999Ms()),
              aboveLimit(run),
              Numbers.percent(run.utilisation()),
              Numbers.decimal(run.degrees().meanDegree()),
              Numbers.decimal(run.meanThreads()));
      rows.add(row(name(run), width, target ? with(cells, share(run.lateShare())) : cells));
    }
    List<String> limit = List.of("", "", "", least + " ", "", "", "", "", "");
    rows.add(row("limit", width, target ? with(limit, share(best.leastLateShare())) : limit));
    return rows;
  }

  /**
   * The first of all: the lowest p99 of those that a service could run, if any; of those that keep
   * up, if any.
   */
  private static Run best(List<Run> runs) {
    return runs.stream()
        .min(
            Comparator.comparing(Run::knowsDemand)
                .thenComparing(run -> run.unstable() != null)
                .thenComparingDouble(run -> run.latency().p99Ms()))
        .orElseThrow();
  }

  /** True if as good as the best. A policy that does not keep up is not, even if none does. */
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
      remarks.add("^ knows how long each request takes, which no service does");
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

  /** Columns stand right; names of policies stand left. */
  private static List<String> row(String name, int width, List<String> cells) {
    var row = new ArrayList<String>();
    row.add(name + " ".repeat(Math.max(0, width - name.length())));
    row.addAll(cells);
    return row;
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
