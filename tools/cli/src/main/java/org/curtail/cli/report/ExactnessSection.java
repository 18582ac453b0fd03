package org.curtail.cli.report;

import org.curtail.benchkit.results.RankedFigures;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.chart.Markup;

/** Whether the answers were right: speed is worth nothing otherwise. */
final class ExactnessSection {
  private ExactnessSection() {}

  static void write(Markup markup, Chapter chapter) {
    if (chapter.results().runs().isEmpty()) {
      return;
    }
    long checked = 0;
    long mismatches = 0;
    long failed = 0;
    long lost = 0;
    for (Run run : chapter.results().runs()) {
      lost += lost(run);
      checked += run.checks().checked();
      mismatches += run.checks().mismatches();
      failed += run.checks().failed();
    }
    chapter.startSection(markup, "exactness", "Exactness");
    markup.element("p", sentence(checked, mismatches, lost, failed), "class", "note");
    if (checked > 0 || failed > 0) {
      table(markup, chapter);
    }
    markup.end();
  }

  private static String sentence(long checked, long mismatches, long lost, long failed) {
    String compared =
        checked == 0
            ? "No answers were compared with those of plain Lucene."
            : mismatches == 0
                ? right(checked, lost)
                : "%s of %s answers differ from plain Lucene’s: these results must not be trusted."
                    .formatted(Numbers.count(mismatches), Numbers.count(checked));
    return compared
        + (failed == 0
            ? " No request failed."
            : " %s requests failed: these results must not be trusted."
                .formatted(Numbers.count(failed)));
  }

  private static String right(long checked, long lost) {
    return lost == 0
        ? "All %s answers that were compared with plain Lucene’s are the same."
            .formatted(Numbers.count(checked))
        : "Of %s answers that were compared with plain Lucene’s, %s lack a hit, as searches that stop when the rest is unlikely to matter may; all others are the same."
            .formatted(Numbers.count(checked), Numbers.count(lost));
  }

  private static int lost(Run run) {
    RankedFigures ranked = run.ranked();
    Integer lost = ranked == null ? null : ranked.lost();
    return lost == null ? 0 : lost;
  }

  private static void table(Markup markup, Chapter chapter) {
    Chapter.startTable(
        markup,
        "Answers compared with plain Lucene’s, all loads together",
        "policy",
        "compared",
        "different",
        "failed");
    for (String policy : chapter.runs().policies()) {
      long checked =
          chapter.runs().of(policy).stream().mapToLong(run -> run.checks().checked()).sum();
      long mismatches =
          chapter.runs().of(policy).stream().mapToLong(run -> run.checks().mismatches()).sum();
      long failed =
          chapter.runs().of(policy).stream().mapToLong(run -> run.checks().failed()).sum();
      markup.start("tr");
      markup.element("th", policy, "scope", "row");
      markup.element("td", Numbers.count(checked));
      markup.element("td", Numbers.count(mismatches));
      markup.element("td", Numbers.count(failed));
      markup.end();
    }
    Chapter.endTable(markup);
  }
}
