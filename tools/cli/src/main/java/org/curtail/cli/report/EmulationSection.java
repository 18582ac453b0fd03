package org.curtail.cli.report;

import java.util.List;
import org.curtail.benchkit.results.Emulated;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.text.Table;
import org.curtail.benchkit.text.Unit;
import org.curtail.cli.chart.Markup;
import org.jspecify.annotations.Nullable;

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
        "The engine served requests whose chunks are timed waits on emulated cores; the simulator"
            + " was given the same requests at the same moments, with the same costs. A ratio of 1"
            + " is what the simulator promises; in brackets, its 95 % interval over paired blocks.",
        "class",
        "note");
    Table<Emulated> table =
        byLoad(runs)
            .show("p99 emulated", Unit.TIME, run -> tail(chapter, run, 99, run.p99Ms()))
            .show("p99 simulated", Unit.TIME, run -> tail(chapter, run, 99, run.simulatedP99Ms()))
            .show("ratio", Unit.TEXT, run -> tail(chapter, run, 99, withInterval(run.p99())))
            .show("p95 ratio", Unit.RATIO, run -> tail(chapter, run, 95, run.p95().value()))
            .show("mean ratio", Unit.RATIO, run -> run.mean().value());
    Chapter.startTable(
        markup,
        "99th percentile emulated and simulated, and ratios of emulated to simulated",
        table.columns().toArray(String[]::new));
    Chapter.rows(markup, table);
    Missing.rows(markup, chapter, 5);
    Chapter.endTable(markup);
    PercentileCells.explain(markup, chapter.results().runs(), List.of(95.0, 99.0));
    Chapter.folded(
        markup,
        "How well the waits were timed",
        "Chunks that were waited for, in the profile’s time",
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

  /** A figure; null if there were too few requests for it. */
  private static <T> @Nullable T tail(Chapter chapter, Emulated run, double percentile, T figure) {
    Run of = chapter.runs().run(run.policy(), run.load());
    return of == null || of.carries(percentile) ? figure : null;
  }

  private static String withInterval(Ratio ratio) {
    // One block has no interval.
    return ratio.low() == ratio.high()
        ? Numbers.ratio(ratio.value())
        : Numbers.ratio(ratio.value(), ratio.low(), ratio.high());
  }
}
