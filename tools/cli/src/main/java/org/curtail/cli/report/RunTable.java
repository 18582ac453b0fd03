package org.curtail.cli.report;

import java.util.List;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.text.Table;
import org.curtail.benchkit.text.Unit;
import org.curtail.cli.chart.Markup;

/** A table with a row for each run: its load, its policy, and some numbers. */
final class RunTable {
  private RunTable() {}

  /** The table with load and policy; further columns follow. */
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
   * Writes the table folded up, for those who want the numbers behind a chart.
   *
   * @param summary what is seen while it is folded
   * @param percentiles of requests among the columns, ascending
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
    PercentileCells.explain(markup, chapter.results().runs(), percentiles);
    markup.end();
  }

  /** Writes the table for all to see. */
  static void open(Markup markup, Chapter chapter, String caption, Table<Run> table) {
    List<String> columns = table.columns();
    Chapter.startTable(markup, caption, columns.toArray(String[]::new));
    Chapter.rows(markup, table);
    Missing.rows(markup, chapter, columns.size() - 2);
    Chapter.endTable(markup);
  }
}
