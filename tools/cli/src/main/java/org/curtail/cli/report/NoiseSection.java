package org.curtail.cli.report;

import java.util.List;
import org.curtail.benchkit.results.Noise;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.text.Unit;
import org.curtail.cli.chart.Markup;

/** What the machine did besides: how far the other numbers can be trusted. */
final class NoiseSection {
  private NoiseSection() {}

  static void write(Markup markup, Chapter chapter) {
    Noise noise = chapter.results().noise();
    if (noise == null) {
      return;
    }
    chapter.startSection(markup, "noise", "The machine’s own noise");
    markup.element(
        "p",
        "A thread that only sleeps ran beside all blocks: how late it woke is what the machine adds"
            + " by itself. Differences between policies that are smaller than this say nothing.",
        "class",
        "note");
    markup.start("dl", "class", "facts-list");
    Facts.write(
        markup,
        "Pause meter",
        "p50 %s, p99 %s, longest %s"
            .formatted(
                Numbers.time(noise.pauseP50Ms()),
                Numbers.time(noise.pauseP99Ms()),
                Numbers.time(noise.pauseMaxMs())));
    Facts.write(
        markup,
        "Garbage collection",
        "%s pauses, %s in total"
            .formatted(Numbers.count(noise.gcPauses()), Numbers.time(noise.gcMs())));
    Facts.write(
        markup,
        "CPU taken by others",
        noise.stolenShare() < 0
            ? "this system does not tell"
            : Numbers.percent(noise.stolenShare()) + " of the machine’s time");
    Facts.write(markup, "Capacity probes", probes(noise));
    markup.end();
    lateness(markup, chapter);
    markup.end();
  }

  private static String probes(Noise noise) {
    if (noise.probes() == 0) {
      return "none";
    }
    String swing =
        noise.capacityLeastRps() > 0
            ? ": the machine’s speed swung by a factor of "
                + Numbers.decimal(noise.capacityGreatestRps() / noise.capacityLeastRps())
            : "";
    return "median %s requests/s of %s probes, from %s to %s%s"
        .formatted(
            Numbers.significant(noise.capacityRps()),
            Numbers.count(noise.probes()),
            Numbers.significant(noise.capacityLeastRps()),
            Numbers.significant(noise.capacityGreatestRps()),
            swing);
  }

  private static void lateness(Markup markup, Chapter chapter) {
    if (chapter.results().runs().isEmpty()) {
      return;
    }
    RunTable.folded(
        markup,
        chapter,
        "Lateness of the load generator and garbage collection by run",
        "How late requests were handed over, and collection pauses, in milliseconds",
        List.of(50.0, 99.0),
        RunTable.of(chapter)
            .show(
                "late p50",
                Unit.TEXT,
                run -> PercentileCells.ms(run, 50, run.lateness().latenessP50Ms()))
            .show(
                "late p99",
                Unit.TEXT,
                run -> PercentileCells.ms(run, 99, run.lateness().latenessP99Ms()))
            .show("late max", Unit.NUMBER, run -> run.lateness().latenessMaxMs())
            .show("GC", Unit.NUMBER, Run::gcMs));
  }
}
