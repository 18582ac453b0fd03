package org.curtail.cli.documents;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import org.curtail.benchkit.files.JsonLine;
import org.curtail.benchkit.terminal.Abbreviated;
import org.curtail.benchkit.terminal.UsageError;

/** The field of JSON lines with a document's static rank. */
final class RankField {
  private static final String EXPECTED = "expected a number of 0 or more for the static rank";

  /**
   * The syntax of {@link Double#parseDouble}, without hexadecimal numbers, type suffixes and words.
   */
  private static final Pattern DECIMAL = Pattern.compile("[-+.0-9eE]+");

  private RankField() {}

  /**
   * The rank in a line.
   *
   * @throws JsonLine.Broken if the line has no rank
   */
  static OptionalDouble rank(Map<String, String> fields, Optional<String> rankField)
      throws JsonLine.Broken {
    if (rankField.isEmpty()) {
      return OptionalDouble.empty();
    }
    String field = rankField.get();
    String value = fields.get(field);
    if (value == null) {
      throw new JsonLine.Broken("field \"%s\": %s, found no such field".formatted(field, EXPECTED));
    }
    double rank = number(value.strip());
    if (!(rank >= 0 && Double.isFinite(rank))) {
      throw new JsonLine.Broken(
          "field \"%s\": %s, found %s".formatted(field, EXPECTED, shown(value)));
    }
    // Adding 0 turns -0 into 0; doc values would order them differently.
    return OptionalDouble.of(rank + 0.0);
  }

  private static double number(String value) {
    if (!DECIMAL.matcher(value).matches()) {
      return Double.NaN;
    }
    try {
      return Double.parseDouble(value);
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  private static String shown(String value) {
    return "\"" + Abbreviated.of(value.strip()) + "\"";
  }

  /**
   * Rejects a rank field for text files, which have no fields.
   *
   * @throws UsageError if there is a rank field
   */
  static void refuseTexts(Path path, Optional<String> rankField) {
    if (rankField.isPresent()) {
      throw new UsageError(
          "%s: files of text have no fields for a static rank: expected length, links or none, found %s"
              .formatted(path, rankField.get()));
    }
  }
}
