package org.curtail.cli.report;

import java.util.List;
import org.curtail.benchkit.results.Diagnosed;
import org.curtail.benchkit.results.Diagnosed.Signal;
import org.curtail.benchkit.results.Observing;
import org.curtail.benchkit.results.Observing.Looks;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.text.Table;
import org.curtail.benchkit.text.Unit;
import org.curtail.cli.chart.Markup;
import org.jspecify.annotations.Nullable;

/** What could be read of requests and of the machine, and what reading it cost. */
final class ObservingSection {
  private ObservingSection() {}

  static void write(Markup markup, Chapter chapter) {
    Diagnosed diagnosed = chapter.results().diagnosis();
    if (diagnosed == null || diagnosed.signals().isEmpty()) {
      return;
    }
    chapter.startSection(markup, "observing", "How it was observed");
    Chapter.table(
        markup,
        "Signals",
        Table.of(diagnosed.signals())
            .show("signal", Unit.NAME, Signal::name)
            .show("available", Unit.TEXT, signal -> signal.available() ? "yes" : "no")
            .show("where from, or why not", Unit.WORDS, Signal::reason));
    Observing observing = diagnosed.observing();
    if (observing != null) {
      looks(markup, observing.observer());
      checks(markup, observing.checks());
      faults(markup, observing.faults());
      cost(markup, observing.cost());
    }
    markup.end();
  }

  private static void looks(Markup markup, @Nullable Looks looks) {
    if (looks == null) {
      return;
    }
    Chapter.table(
        markup,
        "The thread that looks at others",
        Table.of(List.of(looks))
            .show("asked for, per second", Unit.NUMBER, Looks::askedPerSecond)
            .show("chosen", Unit.NUMBER, Looks::chosenPerSecond)
            .show("seen", Unit.NUMBER, Looks::seenPerSecond)
            .show("a look takes", Unit.TIME, it -> it.lookNanos() / 1e6)
            .show("share of a core", Unit.PERCENT, Looks::cpuShare)
            .show("intervals that can be trusted", Unit.PERCENT, Looks::passRate)
            .show("gaps", Unit.COUNT, Looks::gaps));
  }

  private static void checks(Markup markup, List<Observing.Check> checks) {
    if (checks.isEmpty()) {
      return;
    }
    Chapter.table(
        markup,
        "Samples of a thread that counts at a known speed: impossible ones say that it counted"
            + " faster than it can",
        Observing.checksTable(checks));
  }

  private static void faults(Markup markup, Observing.@Nullable Faults faults) {
    if (faults != null) {
      markup.element(
          "p",
          "A page fault is taken to cost %s of CPU time, one from a disk %s beside the wait for it, as measured here at the start."
              .formatted(
                  Numbers.time(faults.minorMicros() / 1e3),
                  Numbers.time(faults.majorMicros() / 1e3)));
    }
  }

  private static void cost(Markup markup, Observing.@Nullable Cost cost) {
    if (cost == null) {
      return;
    }
    record Row(String name, Ratio ratio) {}
    Chapter.table(
        markup,
        "Observed blocks beside %,d unobserved ones on the same arrivals, as ratios with 95 %% intervals"
            .formatted(cost.blocks()),
        Table.of(
                List.of(
                    new Row("CPU time of a request", cost.cpu()),
                    new Row("median latency", cost.median()),
                    new Row("p99", cost.p99())))
            .show("of", Unit.NAME, Row::name)
            .show("ratio", Unit.RATIO, row -> row.ratio.value())
            .show("from", Unit.RATIO, row -> row.ratio.low())
            .show("to", Unit.RATIO, row -> row.ratio.high()));
  }
}
