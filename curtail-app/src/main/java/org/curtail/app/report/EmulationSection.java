package org.curtail.app.report;

import java.util.List;
import org.curtail.app.results.Comparison.Ratio;
import org.curtail.app.results.Emulated;

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
    table(markup, runs);
    accuracy(markup, runs);
    markup.end();
  }

  private static void table(Markup markup, List<Emulated> runs) {
    Chapter.startTable(
        markup,
        "Latency emulated and simulated, and the ratio of the two",
        "load",
        "policy",
        "p99 emulated",
        "simulated",
        "ratio",
        "p95 emulated",
        "simulated",
        "ratio",
        "mean emulated",
        "simulated",
        "ratio");
    double load = Double.NaN;
    for (Emulated run : runs) {
      markup.start("tr", "class", run.load() == load ? "" : "group");
      load = run.load();
      markup.element("td", Numbers.percent(load));
      markup.element("th", run.policy(), "scope", "row");
      cells(markup, run.p99Ms(), run.simulatedP99Ms(), run.p99());
      cells(markup, run.p95Ms(), run.simulatedP95Ms(), run.p95());
      cells(markup, run.meanMs(), run.simulatedMeanMs(), run.mean());
      markup.end();
    }
    Chapter.endTable(markup);
  }

  private static void cells(Markup markup, double emulatedMs, double simulatedMs, Ratio ratio) {
    markup.element("td", Numbers.time(emulatedMs));
    markup.element("td", Numbers.time(simulatedMs));
    markup.element(
        "td",
        "%s (%s to %s)"
            .formatted(
                Numbers.ratio(ratio.value()),
                Numbers.ratio(ratio.low()),
                Numbers.ratio(ratio.high())));
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
      markup.start("tr", "class", run.load() == load ? "" : "group");
      load = run.load();
      markup.element("td", Numbers.percent(load));
      markup.element("th", run.policy(), "scope", "row");
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
