package org.curtail.benchkit.text;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Lines with aligned cells. */
public final class Columns {
  private static final int LONGEST_CELL = 400;

  private Columns() {}

  /**
   * Returns lines with right-aligned cells, without blanks at the end. A cell with more than 400
   * characters is cut off.
   *
   * @param table at least one row; all rows have the same number of cells
   */
  public static List<String> aligned(List<List<String>> table) {
    List<List<String>> rows =
        table.stream().map(row -> row.stream().map(Columns::cell).toList()).toList();
    int[] widths =
        IntStream.range(0, rows.getFirst().size())
            .map(i -> rows.stream().mapToInt(row -> row.get(i).length()).max().orElse(0))
            .toArray();
    return rows.stream()
        .map(row ->
            IntStream.range(0, widths.length)
                .mapToObj(i -> " ".repeat(widths[i] - row.get(i).length()) + row.get(i))
                .collect(Collectors.joining("   "))
                .stripTrailing())
        .toList();
  }

  private static String cell(String text) {
    return text.length() <= LONGEST_CELL ? text : text.substring(0, LONGEST_CELL) + "...";
  }
}
