package org.curtail.cli.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.curtail.benchkit.results.Comparison;
import org.curtail.benchkit.results.Emulated;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.text.Table;
import org.curtail.benchkit.text.Unit;
import org.curtail.cli.chart.Markup;
import org.curtail.cli.chart.RatioBar;

/** Ratios of latencies: each policy to each baseline, and the engine to the simulator. */
final class RatioSection {
  /** Columns, the tail first, since the others need scrolling on a phone. */
  private static final List<Column> COLUMNS =
      List.of(
          new Column("p99", 99, Comparison::p99),
          new Column("p95", 95, Comparison::p95),
          new Column("mean", 0, Comparison::mean));

  private RatioSection() {}

  /** A compared figure; percentiles only if a run has enough requests for them. */
  private record Column(String head, double percentile, Function<Comparison, Ratio> ratio) {
    boolean isIn(List<Run> runs) {
      return runs.stream().anyMatch(run -> run.carries(percentile));
    }
  }

  /** Writes every policy against each baseline, in paired blocks. */
  static void write(Markup markup, Chapter chapter) {
    List<Run> compared =
        chapter.results().runs().stream().filter(run -> !run.against().isEmpty()).toList();
    if (compared.isEmpty()) {
      return;
    }
    boolean judged = chapter.results().verdict().isGiven();
    chapter.startSection(markup, "ratios", "Against the baselines");
    markup.element(
        "p",
        "Ratio of latencies on the same arrivals, with its 95 % interval over paired blocks: below 1 is faster."
            + (judged
                ? " Where the interval contains 1, no difference is shown."
                : " There is no verdict on them, so they neither show nor exclude a difference."),
        "class",
        "note");
    double reach = RatioBar.reach(compared);
    List<Column> columns = COLUMNS.stream().filter(column -> column.isIn(compared)).toList();
    List<String> baselines =
        compared.stream()
            .flatMap(run -> run.against().stream())
            .map(Comparison::baseline)
            .distinct()
            .toList();
    for (String baseline : baselines) {
      table(markup, chapter, baseline, columns, judged, reach);
    }
    RunTable.writeMissing(markup, chapter);
    RunTable.explain(markup, compared, List.of(95.0, 99.0));
    markup.end();
  }

  private static void table(
      Markup markup,
      Chapter chapter,
      String baseline,
      List<Column> columns,
      boolean judged,
      double reach) {
    var heads = new ArrayList<>(List.of("load", "policy"));
    columns.forEach(column -> heads.add(column.head()));
    Chapter.startTable(markup, "Latency relative to " + baseline, heads.toArray(String[]::new));
    for (double load : chapter.runs().loads()) {
      boolean first = true;
      for (Run run : chapter.runs().at(load)) {
        for (Comparison comparison : run.against()) {
          if (comparison.baseline().equals(baseline)) {
            markup.start("tr", "class", first ? "group" : "");
            markup.element("td", Numbers.percent(run.load()));
            markup.element("th", run.policy(), "scope", "row");
            for (Column column : columns) {
              if (run.carries(column.percentile())) {
                cell(markup, column.ratio().apply(comparison), judged, reach);
              } else {
                markup.element("td", RunTable.TOO_FEW, "class", "ratio");
              }
            }
            markup.end();
            first = false;
          }
        }
      }
    }
    Chapter.endTable(markup);
  }

  private static void cell(Markup markup, Ratio ratio, boolean judged, double reach) {
    markup.start("td", "class", judged ? "ratio " + word(ratio).replace(' ', '-') : "ratio");
    markup.start("div");
    RatioBar.draw(markup, ratio, reach);
    markup.element("strong", Numbers.ratio(ratio.value()));
    markup.element(
        "span",
        Numbers.ratio(ratio.low()) + " to " + Numbers.ratio(ratio.high()),
        "class",
        "interval");
    if (judged) {
      markup.element("span", word(ratio), "class", "word");
    }
    markup.end();
    markup.end();
  }

  private static String word(Ratio ratio) {
    return !ratio.differs() ? "no difference" : ratio.value() < 1 ? "lower" : "higher";
  }

  /** Writes the engine on emulated cores beside the simulator. */
  static void writeEmulated(Markup markup, Chapter chapter) {
    List<Emulated> runs = chapter.results().emulated();
    if (runs.isEmpty()) {
      return;
    }
    chapter.startSection(markup, "emulation", "Emulated against simulated");
    markup.element(
        "p",
        "The engine served requests whose chunks are timed waits on emulated cores. The simulator got the same requests at the same times, with the same costs. A ratio of 1 agrees with the simulator; in brackets, its 95 % interval over paired blocks.",
        "class",
        "note");
    Table<Emulated> table = Emulated.table(chapter.results());
    Chapter.startTable(
        markup,
        "99th percentile emulated and simulated, and ratios of emulated to simulated",
        table);
    RunTable.missingRows(markup, chapter, table.columns().size() - 2);
    Chapter.endTable(markup);
    RunTable.explain(markup, chapter.results().runs(), List.of(95.0, 99.0));
    Chapter.folded(
        markup,
        "Accuracy of the waits",
        "Chunks with waits, in the profile’s time",
        byLoad(runs)
            .show("chunks", Unit.COUNT, Emulated::chunks)
            .show("mean error", Unit.TEXT, run -> Numbers.fromBest(run.chunkError()))
            .show("woken late p50", Unit.TIME, Emulated::wakeUpP50Ms)
            .show("p99", Unit.TIME, Emulated::wakeUpP99Ms));
    markup.end();
  }

  private static Table<Emulated> byLoad(List<Emulated> runs) {
    return Table.of(runs)
        .grouped(Emulated::load)
        .show("load", Unit.PERCENT, Emulated::load)
        .show("policy", Unit.NAME, Emulated::policy);
  }
}
