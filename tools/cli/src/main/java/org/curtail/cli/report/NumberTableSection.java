package org.curtail.cli.report;

import java.util.Locale;
import java.util.stream.Stream;
import org.curtail.benchkit.results.NumberTable;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.chart.Markup;

/** What was measured of searches: a heading and a table each. */
final class NumberTableSection {
  private NumberTableSection() {}

  static void write(Markup markup, Chapter chapter) {
    for (NumberTable table : chapter.results().tables()) {
      String name = table.title().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
      chapter.startSection(markup, name, table.title());
      if (!table.note().isEmpty()) {
        markup.element("p", table.note(), "class", "note");
      }
      Chapter.startTable(
          markup,
          table.title(),
          Stream.concat(Stream.of(table.rows()), table.columns().stream()).toArray(String[]::new));
      for (NumberTable.Line line : table.lines()) {
        markup.start("tr");
        markup.element("th", line.name(), "scope", "row");
        for (double value : line.values()) {
          markup.element("td", Numbers.measured(value));
        }
        markup.end();
      }
      Chapter.endTable(markup);
      markup.end();
    }
  }
}
