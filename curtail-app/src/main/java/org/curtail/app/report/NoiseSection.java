package org.curtail.app.report;

import org.curtail.app.results.Noise;
import org.curtail.app.results.Run;

/** What the machine did besides: how far the other numbers can be trusted. */
final class NoiseSection {
  private NoiseSection() {}

  static void write(Markup markup, Chapter chapter) {
    Noise noise = chapter.results().noise();
    chapter.startSection(markup, "noise", "The machine’s own noise");
    markup.element(
        "p",
        "A thread that only sleeps ran beside all blocks: how late it woke is what the machine adds by itself."
            + " Differences between policies that are smaller than this say nothing.",
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
    markup.start("details");
    markup.element("summary", "Lateness of the load generator and garbage collection by run");
    Chapter.startTable(
        markup,
        "How late requests were handed over, and collection pauses, in milliseconds",
        "load",
        "policy",
        "late p50",
        "late p99",
        "late max",
        "GC");
    for (double load : chapter.runs().loads()) {
      for (Run run : chapter.runs().at(load)) {
        markup.start("tr");
        markup.element("td", Numbers.percent(load));
        markup.element("th", run.policy(), "scope", "row");
        double[] times = {
          run.latenessP50Ms(), run.latenessP99Ms(), run.latenessMaxMs(), run.gcMs()
        };
        for (double ms : times) {
          markup.element("td", Numbers.significant(ms));
        }
        markup.end();
      }
    }
    Chapter.endTable(markup);
    markup.end();
  }
}
