package org.curtail.cli.report;

import java.util.ArrayList;
import java.util.List;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.results.Variant;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.chart.Markup;

/** All runs of a reproduction as numbers, beside the p99 that no policy can be below. */
final class LimitSection {
  private LimitSection() {}

  static void write(Markup markup, Chapter chapter) {
    if (chapter.results().runs().isEmpty()) {
      return;
    }
    chapter.startSection(markup, "runs", "All runs");
    markup.element(
        "p",
        "Means over the repeats; where requests piled up without end, they say no more than how long the runs were. The limit is a p99 that no policy can be below on the same arrivals, not even one that knows the future.",
        "class",
        "note");
    table(markup, "As in the paper", chapter.results().runs());
    for (Variant variant : chapter.results().variants()) {
      table(markup, variant.name() + ": " + variant.what(), variant.runs());
    }
    markup.end();
  }

  private static void table(Markup markup, String caption, List<Run> runs) {
    markup.start("details");
    markup.element("summary", caption);
    Chapter.startTable(
        markup,
        "Latency in milliseconds by rate and policy",
        "requests/s",
        "policy",
        "mean",
        "p50",
        "p95",
        "p99",
        "p99, least to greatest",
        "p99.9",
        "limit",
        "p99 above limit",
        "utilization",
        "degree",
        "threads");
    double rate = Double.NaN;
    for (Run run : runs) {
      markup.start("tr", "class", run.rps() == rate ? "" : "group");
      rate = run.rps();
      markup.element("td", Numbers.plain(run.rps()));
      markup.element(
          "th", run.policy() + (run.unstable() == null ? "" : " (unstable)"), "scope", "row");
      cells(run).forEach(cell -> markup.element("td", cell));
      markup.end();
    }
    Chapter.endTable(markup);
    markup.end();
  }

  private static List<String> cells(Run run) {
    var cells = new ArrayList<String>();
    for (double ms :
        List.of(
            run.latency().meanMs(),
            run.latency().p50Ms(),
            run.latency().p95Ms(),
            run.latency().p99Ms())) {
      cells.add(Numbers.significant(ms));
    }
    cells.add(
        Numbers.significant(run.latency().p99SpreadMs().getFirst())
            + " to "
            + Numbers.significant(run.latency().p99SpreadMs().getLast()));
    cells.add(Numbers.significant(run.latency().p999Ms()));
    Double boundMs = run.boundMs();
    cells.add(boundMs == null ? "–" : Numbers.significant(boundMs));
    cells.add(
        boundMs == null ? "–" : Numbers.percent(Math.max(0, run.latency().p99Ms() / boundMs - 1)));
    cells.add(Numbers.percent(run.utilisation()));
    cells.add(Numbers.decimal(run.degrees().meanDegree()));
    cells.add(Numbers.decimal(run.meanThreads()));
    return cells;
  }
}
