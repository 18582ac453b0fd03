package org.curtail.measurement.text;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Lines whose cells stand below each other. */
public final class Columns {
  private Columns() {}

  /**
   * Lines with every cell at the right of its column, and nothing behind the last that has text.
   *
   * @param rows all with the same number of cells; at least one row
   */
  public static List<String> aligned(List<List<String>> rows) {
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
}
