package org.curtail.linux.energy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.curtail.linux.Availability;
import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;

/**
 * Content of a state file, in ASCII: a header line, a row of fixed width for each setting, and
 * {@code end}. Without {@code end}, its writing was interrupted before any change.
 *
 * @param bootId boot of the machine for which it is valid
 * @param processId process that has the clocks
 */
record StateText(String bootId, long processId, List<TemporarySetting> rows) {
  private static final String MAGIC = "curtail-clocks";
  private static final String END = "end\n";
  private static final int WIDTH = 32;
  private static final Pattern FIRST = Pattern.compile(MAGIC + " 1 ([0-9a-f-]{1,64}) (\\d{1,10})");
  private static final Pattern VALUE = Pattern.compile("[A-Za-z0-9_-]{1,%d}".formatted(WIDTH));
  private static final Pattern ROW =
      Pattern.compile("(\\d{4}) (\\w+) +([A-Za-z0-9_-]+) +([A-Za-z0-9_-]+|\\?) *");

  StateText {
    rows = List.copyOf(rows);
  }

  /** True if a value of a setting fits into a row. */
  static boolean fits(String value) {
    return VALUE.matcher(value).matches();
  }

  private String first() {
    return "%s 1 %s %d\n".formatted(MAGIC, bootId, processId);
  }

  /** Pads a row's last column to its fixed width. */
  static String column(String value) {
    return value + " ".repeat(WIDTH - value.length());
  }

  private static String row(TemporarySetting one) {
    return String.format(
        Locale.ROOT,
        "%04d %s %s %s\n",
        one.domain(),
        column(one.setting().file()),
        column(one.before()),
        column(one.left()));
  }

  /** Offset of a row's last column. */
  long columnAt(int row) {
    int width = 5 + 3 * (WIDTH + 1);
    return first().length() + (long) row * width + 5 + 2 * (WIDTH + 1);
  }

  @Override
  public String toString() {
    var text = new StringBuilder(first());
    rows.forEach(row -> text.append(row(row)));
    return text.append(END).toString();
  }

  /**
   * Parses a state file's text.
   *
   * @param file name for the reason
   * @return empty if the text is empty or its end is missing; unavailable if it is no state file
   */
  static Availability<Optional<StateText>> parse(String file, String text) {
    if (!text.startsWith(MAGIC.substring(0, Math.min(MAGIC.length(), text.length())))) {
      return no(file, text.lines().findFirst().orElse(""));
    }
    if (!text.endsWith(END)) {
      return new Available<>(Optional.empty());
    }
    List<String> lines = text.lines().toList();
    Matcher first = FIRST.matcher(lines.getFirst());
    if (!first.matches()) {
      return no(file, lines.getFirst());
    }
    var rows = new ArrayList<TemporarySetting>();
    for (String line : lines.subList(1, lines.size() - 1)) {
      Optional<TemporarySetting> row = parseRow(line);
      if (row.isEmpty()) {
        return no(file, line);
      }
      rows.add(row.get());
    }
    return new Available<>(
        Optional.of(new StateText(first.group(1), Long.parseLong(first.group(2)), rows)));
  }

  private static Availability<Optional<StateText>> no(String file, String found) {
    return new Unavailable<>(
        "%s: expected no file, or one that keeps clocks (%s 1), found \"%s\""
            .formatted(file, MAGIC, found));
  }

  /**
   * Parses only settings of clocks and plain values, so that a forged file cannot change anything
   * else.
   */
  private static Optional<TemporarySetting> parseRow(String line) {
    Matcher row = ROW.matcher(line);
    return row.matches()
        ? Arrays.stream(Setting.values())
            .filter(setting -> setting.file().equals(row.group(2)))
            .findFirst()
            .map(setting ->
                new TemporarySetting(
                    Integer.parseInt(row.group(1)), setting, row.group(3), row.group(4)))
        : Optional.empty();
  }
}
