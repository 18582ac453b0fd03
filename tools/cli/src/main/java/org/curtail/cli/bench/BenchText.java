package org.curtail.cli.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.curtail.benchkit.replicas.ReplicaText;
import org.curtail.benchkit.results.ClassText;
import org.curtail.benchkit.results.Comparison;
import org.curtail.benchkit.results.DecisionText;
import org.curtail.benchkit.results.Emulated;
import org.curtail.benchkit.results.Interruption;
import org.curtail.benchkit.results.Interruption.Missing;
import org.curtail.benchkit.results.RankedFigures;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.ResultsFile;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.results.SampleSize;
import org.curtail.benchkit.results.Variant;
import org.curtail.benchkit.results.Verdict.Next;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.benchkit.steps.StepsText;
import org.curtail.benchkit.text.Table;
import org.curtail.benchkit.text.Unit;
import org.curtail.benchkit.workflow.WorkflowText;
import org.curtail.cli.commandline.SharedOptions;

/** Results on a terminal: tables of latencies and ratios, with what is missing and why. */
public final class BenchText {

  private static final List<Percentile> PERCENTILES =
      List.of(
          new Percentile("p50", 50, run -> run.latency().p50Ms()),
          new Percentile("p95", 95, run -> run.latency().p95Ms()),
          new Percentile("p99", 99, run -> run.latency().p99Ms()),
          new Percentile("p99.9", 99.9, run -> run.latency().p999Ms()));

  private record Percentile(String name, double percentile, Function<Run, Double> ms) {
    String of(Run run) {
      return run.carries(percentile) ? "%.2f".formatted(ms.apply(run)) : SampleSize.TOO_FEW;
    }
  }

  private final Results results;
  private final String policy;

  private BenchText(Results results) {
    this.results = results;
    int longest =
        Stream.concat(
                results.runs().stream().map(Run::policy),
                missing(results).stream().map(Missing::policy))
            .mapToInt(String::length)
            .max()
            .orElse(0);
    policy = "%-" + Math.max(14, longest + 1) + "s";
  }

  /** The lines of all tables. */
  public static List<String> lines(Results results) {
    return new BenchText(results).lines();
  }

  private static List<Missing> missing(Results results) {
    Interruption interrupted = results.interrupted();
    return interrupted == null ? List.of() : interrupted.missing();
  }

  private List<String> lines() {
    var lines = new ArrayList<String>();
    Interruption interrupted = results.interrupted();
    if (interrupted != null) {
      lines.add(interrupted.inWords());
    }
    if (!results.variants().isEmpty()) {
      lines.add(String.valueOf(results.settings().get(Variant.OF_RUNS)));
    }
    lines.addAll(latencies(results.runs()));
    List<String> ranked = ranked(results.runs());
    if (!ranked.isEmpty()) {
      lines.add("");
      lines.addAll(ranked);
    }
    lines.add("");
    lines.addAll(ratios(results.runs()));
    for (Variant variant : results.variants()) {
      lines.add("");
      lines.add(variant.name());
      lines.addAll(latencies(variant.runs()));
      lines.add("");
      lines.addAll(ratios(variant.runs()));
    }
    return lines;
  }

  private List<String> latencies(List<Run> runs) {
    var lines = new ArrayList<String>();
    boolean degrees = runs.stream().anyMatch(run -> run.degrees().areKnown());
    lines.add(
        ("%-6s" + policy + "%10s%9s%9s%9s%9s%9s%s%8s")
            .formatted(
                "load",
                "policy",
                "requests",
                "mean ms",
                "p50",
                "p95",
                "p99",
                "p99.9",
                degrees ? "  degree" : "",
                "CPU ms"));
    for (Run run : runs) {
      var cells = new StringBuilder();
      PERCENTILES.forEach(percentile -> cells.append("%9s".formatted(percentile.of(run))));
      lines.add(
          ("%-6.2f" + policy + "%10d%9.2f%s%s%8.2f")
              .formatted(
                  run.load(),
                  run.policy(),
                  run.requests(),
                  run.latency().meanMs(),
                  cells,
                  degrees ? "%8.2f".formatted(run.degrees().meanDegree()) : "",
                  run.cpu()));
    }
    for (Missing missing : missing(results)) {
      lines.add(("%-6.2f" + policy + "  interrupted").formatted(missing.load(), missing.policy()));
    }
    lines.addAll(
        SampleSize.remarks(
            SampleSize.TOO_FEW, runs, PERCENTILES.stream().map(Percentile::percentile).toList()));
    return lines;
  }

  private List<String> ratios(List<Run> runs) {
    List<Run> compared = runs.stream().filter(run -> !run.against().isEmpty()).toList();
    if (compared.isEmpty()) {
      return List.of("no ratios: " + whyNone());
    }
    var lines = new ArrayList<String>();
    lines.add("ratios (95 % interval), below 1 is faster");
    for (Run run : compared) {
      List<Comparison> all = run.against();
      for (Comparison one : results.variants().isEmpty() ? List.of(all.getLast()) : all) {
        lines.add(
            ("%-6.2f" + policy + " mean %s  p95 %s  p99 %s  of %s")
                .formatted(
                    run.load(),
                    run.policy(),
                    ratio(one.mean()),
                    run.carries(95) ? ratio(one.p95()) : SampleSize.TOO_FEW,
                    run.carries(99) ? ratio(one.p99()) : SampleSize.TOO_FEW,
                    one.baseline()));
      }
    }
    for (Missing missing : missing(results)) {
      lines.add(("%-6.2f" + policy + " interrupted").formatted(missing.load(), missing.policy()));
    }
    return lines;
  }

  private String whyNone() {
    boolean oneBlock =
        results.settings().get("blocks") instanceof Number blocks && blocks.longValue() < 2;
    return oneBlock
        ? "one block has no interval"
        : "no policy is beside sequential, threads, lucene-N or a stock mode";
  }

  private static String ratio(Ratio ratio) {
    return "%.2f (%.2f to %.2f)".formatted(ratio.value(), ratio.low(), ratio.high());
  }

  /** The table for searches in order of importance; empty if no run has them. */
  private static List<String> ranked(List<Run> runs) {
    List<Run> known = runs.stream().filter(run -> run.ranked() != null).toList();
    Table<Run> table =
        Table.of(known)
            .show("load", Unit.TEXT, run -> "%.2f".formatted(run.load()))
            .show("policy", Unit.NAME, Run::policy);
    return RankedFigures.addTo(table, known) ? table.lines() : List.of();
  }

  /** Prints the results as lines, or as JSON if asked for. */
  static void print(Results results, SharedOptions shared) throws IOException {
    if (shared.json) {
      shared.console.json(ResultsFile.text(results));
    } else {
      linesOf(results).forEach(shared.console::result);
    }
  }

  static List<String> linesOf(Results results) {
    var lines = new ArrayList<String>();
    if (!results.steps().isEmpty()) {
      lines.addAll(StepsText.lines(results));
      lines.add("");
    }
    lines.addAll(latencyTable(results));
    lines.add("");
    List<String> classes = ClassText.lines(results);
    if (!classes.isEmpty()) {
      lines.addAll(classes);
      lines.add("");
    }
    List<String> decided = DecisionText.lines(results.decisions());
    if (!decided.isEmpty()) {
      lines.addAll(decided);
      lines.add("");
    }
    lines.add(results.verdict().headline());
    lines.addAll(results.verdict().details());
    Next next = results.verdict().next();
    if (next != null) {
      lines.add("");
      lines.add(next.sentence());
    }
    return lines;
  }

  private static List<String> latencyTable(Results results) {
    if (ReplicaText.isIn(results)) {
      return ReplicaText.lines(results);
    }
    if (WorkflowText.isIn(results)) {
      return WorkflowText.lines(results);
    }
    return results.emulated().isEmpty() ? BenchText.lines(results) : Emulated.lines(results);
  }
}
