package org.curtail.cli.report;

import java.util.List;
import java.util.function.ToLongFunction;
import org.curtail.benchkit.results.Checks;
import org.curtail.benchkit.results.RankedFigures;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.text.Table;
import org.curtail.benchkit.text.Unit;
import org.curtail.cli.chart.Markup;

/** Whether the answers were right: speed is worth nothing otherwise. */
final class ExactnessSection {
  private ExactnessSection() {}

  static void write(Markup markup, Chapter chapter) {
    if (chapter.results().runs().isEmpty()) {
      return;
    }
    List<Run> runs = chapter.results().runs();
    long checked = sum(runs, Checks::checked);
    long mismatches = sum(runs, Checks::mismatches);
    long failed = sum(runs, Checks::failed);
    long lost = runs.stream().mapToLong(ExactnessSection::lost).sum();
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
}
