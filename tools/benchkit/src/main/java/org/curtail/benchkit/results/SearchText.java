package org.curtail.benchkit.results;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.curtail.benchkit.text.Columns;
import org.curtail.benchkit.text.Numbers;

/** Results of measured searches for people: tables, claims, the verdict. */
public final class SearchText {
  private SearchText() {}

  /** The lines. */
  public static List<String> lines(Results results) {
    var lines = new ArrayList<String>();
    for (NumberTable table : results.tables()) {
      lines.add(table.title());
      lines.addAll(table(table));
      lines.add("");
    }
    if (!results.claims().isEmpty()) {
      lines.addAll(ClaimText.lines(results.claims()));
      lines.add("");
    }
    lines.add(results.verdict().headline());
    lines.addAll(results.verdict().details());
    return lines;
  }

  private static List<String> table(NumberTable table) {
    int width =
        Stream.concat(Stream.of(table.rows()), table.lines().stream().map(NumberTable.Line::name))
            .mapToInt(String::length)
            .max()
            .orElseThrow();
    var rows = new ArrayList<List<String>>();
    rows.add(row(width, table.rows(), table.columns()));
    for (NumberTable.Line line : table.lines()) {
      rows.add(row(width, line.name(), line.values().stream().map(Numbers::measured).toList()));
    }
    return Columns.aligned(rows);
  }

  private static List<String> row(int width, String name, List<String> cells) {
    return Stream.concat(Stream.of(("%-" + width + "s").formatted(name)), cells.stream()).toList();
  }
}
