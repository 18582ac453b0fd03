package org.curtail.benchkit.latencylog;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.curtail.benchkit.files.InputLines;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Text written by RFC 4180 is read back unchanged. */
class CsvTablePropertyTest {
  private static final String SIGNS = "ab1.,;\t\"\n \u00e9";

  @TempDir private Path folder;

  private static String field(SplittableRandom random) {
    return random
        .ints(random.nextInt(6), 0, SIGNS.length())
        .mapToObj(i -> SIGNS.substring(i, i + 1))
        .collect(Collectors.joining());
  }

  private static String written(String field, String separator, SplittableRandom random) {
    boolean needed = field.contains(separator) || field.contains("\"") || field.contains("\n");
    return needed || random.nextInt(4) == 0 ? "\"" + field.replace("\"", "\"\"") + "\"" : field;
  }

  @Test
  void whatIsWrittenIsRead() throws IOException {
    for (long seed = 0; seed < 300; seed++) {
      var random = new SplittableRandom(seed);
      String separator = List.of(",", ";", "\t").get(random.nextInt(3));
      int columns = 2 + random.nextInt(3);
      List<List<String>> rows = new ArrayList<>();
      rows.add(IntStream.range(0, columns).mapToObj(i -> "column" + i).toList());
      for (int r = random.nextInt(5); r > 0; r--) {
        var row = new ArrayList<String>();
        for (int c = 0; c < columns; c++) {
          // A row of only empty fields would be a blank line in some cases.
          row.add(c == 0 ? "x" + field(random) : field(random));
        }
        rows.add(row);
      }
      String text =
          rows.stream()
              .map(row ->
                  row.stream()
                      .map(field -> written(field, separator, random))
                      .collect(Collectors.joining(separator)))
              .collect(Collectors.joining("\n"));
      Path file = Files.writeString(folder.resolve("t.csv"), text);
      try (InputLines input = InputLines.open(file)) {
        var lines = new LogLines(input);
        assertThat(lines.next()).isTrue();
        var table = new CsvTable(lines);
        assertThat(table.columns()).isEqualTo(rows.getFirst());
        for (List<String> row : rows.subList(1, rows.size())) {
          assertThat(table.next()).as("seed %d", seed).isTrue();
          for (int c = 0; c < columns; c++) {
            String value = row.get(c).strip();
            assertThat(table.values("column" + c))
                .as("seed %d", seed)
                .isEqualTo(value.isEmpty() ? List.of() : List.of(value));
          }
        }
        assertThat(table.next()).as("seed %d", seed).isFalse();
      }
    }
  }
}
