package org.curtail.cli.report;

import java.util.List;
import org.curtail.benchkit.results.Emulated;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.chart.Markup;

/** The engine on emulated cores beside the simulator: whether each can be believed of the other. */
final class EmulationSection {
  private EmulationSection() {}

  static void write(Markup markup, Chapter chapter) {
    List<Emulated> runs = chapter.results().emulated();
    if (runs.isEmpty()) {
      return;
    }
    chapter.startSection(markup, "emulation", "Emulated against simulated");
    markup.element(
        "p",
        "The engine served requests whose chunks are timed waits on emulated cores; the simulator was"
            + " given the same requests at the same moments, with the same costs. A ratio of 1 is what"
            + " the simulator promises; in brackets, its 95 % interval over paired blocks.",
        "class",
        "note");
    table(markup, chapter, runs);
    accuracy(markup, runs);
    markup.end();
  }

  private static void table(Markup markup, Chapter chapter, List<Emulated> runs) {
    Chapter.startTable(
        markup,
        "99th percentile emulated and simulated, and ratios of emulated to simulated",
        "load",
        "policy",
        "p99 emulated",
        "p99 simulated",
        "ratio",
        "p95 ratio",
        "mean ratio");
    double load = Double.NaN;
    for (Emulated run : runs) {
      startRow(markup, run, load);
      load = run.load();
      Run of = chapter.runs().run(run.policy(), run.load());
      boolean p99 = of == null || of.carries(99);
      boolean p95 = of == null || of.carries(95);
      markup.element("td", p99 ? Numbers.time(run.p99Ms()) : PercentileCells.TOO_FEW);
      markup.element("td", p99 ? Numbers.time(run.simulatedP99Ms()) : PercentileCells.TOO_FEW);
      markup.element("td", p99 ? withInterval(run.p99()) : PercentileCells.TOO_FEW);
      markup.element("td", p95 ? Numbers.ratio(run.p95().value()) : PercentileCells.TOO_FEW);
      markup.element("td", Numbers.ratio(run.mean().value()));
      markup.end();
    }
    Missing.rows(markup, chapter, 5);
    Chapter.endTable(markup);
    PercentileCells.explain(markup, chapter.results().runs(), List.of(95.0, 99.0));
  }

  private static void startRow(Markup markup, Emulated run, double loadBefore) {
    markup.start("tr", "class", run.load() == loadBefore ? "" : "group");
    markup.element("td", Numbers.percent(run.load()));
    markup.element("th", run.policy(), "scope", "row");
  }

  private static String withInterval(Ratio ratio) {
    // One block has no interval.
    return ratio.low() == ratio.high()
        ? Numbers.ratio(ratio.value())
        : Numbers.ratio(ratio.value(), ratio.low(), ratio.high());
  }

  private static void accuracy(Markup markup, List<Emulated> runs) {
    markup.start("details");
    markup.element("summary", "How well the waits were timed");
    Chapter.startTable(
        markup,
        "Chunks that were waited for, in the profile’s time",
        "load",
        "policy",
        "chunks",
        "mean error",
        "woken late p50",
        "p99");
    double load = Double.NaN;
    for (Emulated run : runs) {
      startRow(markup, run, load);
      load = run.load();
      markup.element("td", Numbers.count(run.chunks()));
      markup.element("td", Numbers.fromBest(run.chunkError()));
      markup.element("td", Numbers.time(run.wakeUpP50Ms()));
      markup.element("td", Numbers.time(run.wakeUpP99Ms()));
      markup.end();
    }
    Chapter.endTable(markup);
    markup.end();
  }
}
