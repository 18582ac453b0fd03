package org.curtail.cli.report;

import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.curtail.benchkit.results.Checks;
import org.curtail.benchkit.results.Noise;
import org.curtail.benchkit.results.RankedFigures;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.text.Table;
import org.curtail.benchkit.text.Unit;
import org.curtail.cli.chart.Markup;

/** The conditions of the measurement, and the trustworthiness of its figures. */
final class MeasuringSections {
  private MeasuringSections() {}

  /** Writes the other work of the machine. */
  static void write(Markup markup, Chapter chapter) {
    Noise noise = chapter.results().noise();
    if (noise == null) {
      return;
    }
    chapter.startSection(markup, "noise", "The machine’s own noise");
    markup.note(
        "A thread that only sleeps ran beside all blocks: its late wake-ups are delays of the machine itself. Smaller differences between policies mean nothing.");
    markup.start("dl", "class", "facts-list");
    Chapter.fact(
        markup,
        "Pause meter",
        "p50 %s, p99 %s, longest %s"
            .formatted(
                Numbers.time(noise.pauseP50Ms()),
                Numbers.time(noise.pauseP99Ms()),
                Numbers.time(noise.pauseMaxMs())));
    Chapter.fact(
        markup,
        "Garbage collection",
        "%s pauses, %s in total"
            .formatted(Numbers.count(noise.gcPauses()), Numbers.time(noise.gcMs())));
    Chapter.fact(
        markup,
        "CPU taken by others",
        noise.stolenShare() < 0
            ? "not reported by this system"
            : Numbers.percent(noise.stolenShare()) + " of the machine’s time");
    Chapter.fact(markup, "Capacity probes", probes(noise));
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
        "Delay of requests at their hand-over, and collection pauses, in milliseconds",
        List.of(50.0, 99.0),
        RunTable.of(chapter)
            .show(
                "late p50", Unit.TEXT, run -> RunTable.ms(run, 50, run.lateness().latenessP50Ms()))
            .show(
                "late p99", Unit.TEXT, run -> RunTable.ms(run, 99, run.lateness().latenessP99Ms()))
            .show("late max", Unit.NUMBER, run -> run.lateness().latenessMaxMs())
            .show("GC", Unit.NUMBER, Run::gcMs));
  }

  /** Writes the check of the answers; speed is worthless with wrong answers. */
  static void writeExactness(Markup markup, Chapter chapter) {
    if (chapter.results().runs().isEmpty()) {
      return;
    }
    List<Run> runs = chapter.results().runs();
    long checked = sum(runs, Checks::checked);
    long mismatches = sum(runs, Checks::mismatches);
    long failed = sum(runs, Checks::failed);
    long lost = runs.stream().mapToLong(MeasuringSections::lost).sum();
    chapter.startSection(markup, "exactness", "Exactness");
    markup.note(exactnessInWords(checked, mismatches, lost, failed));
    if (checked > 0 || failed > 0) {
      exactnessTable(markup, chapter);
    }
    markup.end();
  }

  private static String exactnessInWords(long checked, long mismatches, long lost, long failed) {
    String compared =
        checked == 0
            ? "No answers were compared with those of plain Lucene."
            : mismatches == 0
                ? right(checked, lost)
                : "%s of %s answers differ from plain Lucene’s: do not trust these results."
                    .formatted(Numbers.count(mismatches), Numbers.count(checked));
    return compared
        + (failed == 0
            ? " No request failed."
            : " %s requests failed: do not trust these results.".formatted(Numbers.count(failed)));
  }

  private static String right(long checked, long lost) {
    return lost == 0
        ? "All %s answers are the same as plain Lucene’s.".formatted(Numbers.count(checked))
        : "Of %s answers compared with plain Lucene’s, %s lack a hit, which is permitted for searches that stop when the rest is unlikely to matter; all others are the same."
            .formatted(Numbers.count(checked), Numbers.count(lost));
  }

  private static int lost(Run run) {
    RankedFigures ranked = run.ranked();
    Integer lost = ranked == null ? null : ranked.lost();
    return lost == null ? 0 : lost;
  }

  private static void exactnessTable(Markup markup, Chapter chapter) {
    RunGrid runs = chapter.runs();
    Chapter.table(
        markup,
        "Answers compared with plain Lucene’s, all loads together",
        Table.of(runs.policies())
            .show("policy", Unit.NAME, policy -> policy)
            .show("compared", Unit.COUNT, policy -> sum(runs.of(policy), Checks::checked))
            .show("different", Unit.COUNT, policy -> sum(runs.of(policy), Checks::mismatches))
            .show("failed", Unit.COUNT, policy -> sum(runs.of(policy), Checks::failed)));
  }

  private static long sum(List<Run> runs, ToLongFunction<Checks> count) {
    return runs.stream().map(Run::checks).mapToLong(count).sum();
  }

  /** Writes the settings, and the command that repeats the measurement. */
  static void writeSettings(Markup markup, Chapter chapter) {
    Results results = chapter.results();
    chapter.startSection(markup, "settings", "Run it again");
    markup.start("pre", "tabindex", "0");
    markup.element("code", results.command());
    markup.end();
    markup.start("dl", "class", "facts-list");
    Chapter.fact(markup, "Seed", String.valueOf(results.seed()));
    if (results.cores() > 0) {
      Chapter.fact(markup, "Cores", String.valueOf(results.cores()));
    }
    results.settings().forEach((name, value) -> Chapter.fact(markup, name, value(value)));
    markup.end();
    markup.end();
  }

  private static String value(Object value) {
    return switch (value) {
      case List<?> list -> String.join(", ", list.stream().map(item -> value(item)).toList());
      case Map<?, ?> map ->
          String.join(
              ", ",
              map.entrySet().stream().map(e -> e.getKey() + " " + value(e.getValue())).toList());
      case Double number -> Numbers.plain(number);
      default -> value.toString();
    };
  }
}
