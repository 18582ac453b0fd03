package org.curtail.cli.report;

import java.util.List;
import java.util.function.Function;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.chart.Markup;

/** A table with a row for each run: its load, its policy, and some numbers. */
final class RunTable {
  private RunTable() {}

  /**
   * Writes the table folded up, for those who want the numbers behind a chart.
   *
   * @param summary what is seen while it is folded
   * @param percentiles of requests among the columns, ascending
   * @param columns heads of the numbers
   * @param cells the numbers of a run, as many as columns
   */
  static void folded(
      Markup markup,
      Chapter chapter,
      String summary,
      String caption,
      List<Double> percentiles,
      List<String> columns,
      Function<Run, List<String>> cells) {
    markup.start("details");
    markup.element("summary", summary);
    open(markup, chapter, caption, columns, cells);
    PercentileCells.explain(markup, chapter.results().runs(), percentiles);
    markup.end();
  }

  /**
   * Writes the table for all to see.
   *
   * @param columns heads of the numbers
   * @param cells the numbers of a run, as many as columns
   */
  static void open(
      Markup markup,
      Chapter chapter,
      String caption,
      List<String> columns,
      Function<Run, List<String>> cells) {
    Chapter.startTable(markup, caption, heads(columns));
    for (double load : chapter.runs().loads()) {
      boolean first = true;
      for (Run run : chapter.runs().at(load)) {
        markup.start("tr", "class", first ? "group" : "");
        markup.element("td", Numbers.percent(load));
        markup.element("th", name(run), "scope", "row");
        cells.apply(run).forEach(cell -> markup.element("td", cell));
        markup.end();
        first = false;
      }
    }
    Missing.rows(markup, chapter, columns.size());
    Chapter.endTable(markup);
  }

  /** With the numbers that were found for this load, if it was tuned. */
  private static String name(Run run) {
    String tuned = run.tuned();
    return tuned == null ? run.policy() : tuned;
  }

  private static String[] heads(List<String> columns) {
    String[] heads = new String[columns.size() + 2];
    heads[0] = "load";
    heads[1] = "policy";
    for (int i = 0; i < columns.size(); i++) {
      heads[i + 2] = columns.get(i);
    }
    return heads;
  }
}
