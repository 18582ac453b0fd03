package org.curtail.cli.report;

import java.util.List;
import org.curtail.benchkit.results.Interruption;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.results.SampleSize;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.text.Table;
import org.curtail.benchkit.text.Unit;
import org.curtail.cli.chart.Markup;

/** A table with a row for each run: its load, its policy, and some numbers. */
final class RunTable {
  static final String TOO_FEW = "–";

  private RunTable() {}

  /** The table with load and policy, to which columns can be added. */
  static Table<Run> of(Chapter chapter) {
    return Table.of(
            chapter.runs().loads().stream()
                .flatMap(load -> chapter.runs().at(load).stream())
                .toList())
        .grouped(Run::load)
        .show("load", Unit.PERCENT, Run::load)
        .show("policy", Unit.NAME, run -> run.tuned() == null ? run.policy() : run.tuned());
  }

  /**
   * Writes the numbers of a chart as a folded table.
   *
   * @param summary visible while it is folded
   * @param percentiles percentiles of requests among the columns, ascending
   */
  static void folded(
      Markup markup,
      Chapter chapter,
      String summary,
      String caption,
      List<Double> percentiles,
      Table<Run> table) {
    markup.start("details");
    markup.element("summary", summary);
    open(markup, chapter, caption, table);
    explain(markup, chapter.results().runs(), percentiles);
    markup.end();
  }

  /** Writes the table unfolded. */
  static void open(Markup markup, Chapter chapter, String caption, Table<Run> table) {
    Chapter.startTable(markup, caption, table);
    missingRows(markup, chapter, table.columns().size() - 2);
    Chapter.endTable(markup);
  }

  /** The missing rows of a stopped measurement; none of a complete one. */
  static List<Interruption.Missing> missing(Chapter chapter) {
    Interruption interrupted = chapter.results().interrupted();
    return interrupted == null ? List.of() : interrupted.missing();
  }

  /** Writes the missing rows of a table of runs. */
  static void missingRows(Markup markup, Chapter chapter, int columns) {
    for (Interruption.Missing missing : missing(chapter)) {
      markup.start("tr");
      markup.element("td", Numbers.percent(missing.load()));
      markup.element("th", missing.policy(), "scope", "row");
      markup.element("td", "interrupted", "class", "words", "colspan", columns);
      markup.end();
    }
  }

  /** Writes a sentence on missing runs; nothing if none is missing. */
  static void writeMissing(Markup markup, Chapter chapter) {
    Interruption interrupted = chapter.results().interrupted();
    if (interrupted != null && !interrupted.missing().isEmpty()) {
      markup.note(interrupted.sentence());
    }
  }

  /** A time, or a dash if a run has too few requests for this percentile. */
  static String ms(Run run, double percentile, double ms) {
    return run.carries(percentile) ? Numbers.significant(ms) : TOO_FEW;
  }

  /** Writes the meaning of the dashes; nothing if there are none. */
  static void explain(Markup markup, List<Run> runs, List<Double> percentiles) {
    for (String remark : SampleSize.remarks(TOO_FEW, runs, percentiles)) {
      markup.note(remark);
    }
  }
}
