package org.curtail.benchkit.latencylog;

import java.util.List;
import java.util.regex.Pattern;

/** Mark of decimals in the numbers of a column. */
enum DecimalMark {
  POINT("\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?", ","),
  COMMA("\\d{1,3}(?:[.'\\u2019 \\u00a0\\u202f]\\d{3})+(?:,\\d+)?", "[.'\\u2019 \\u00a0\\u202f]");

  /** Three decimals alone do not match: they may be thousands. */
  private static final Pattern IS_COMMA =
      Pattern.compile(
          "\\d+,(?:\\d{1,2}|\\d{4,})|0,\\d+|\\d{4,},\\d+|\\d{1,3}(?:[.'\\u2019 \\u00a0\\u202f]\\d{3})+,\\d+");

  private static final Pattern IS_POINT =
      Pattern.compile(
          "\\d+\\.(?:\\d{1,2}|\\d{4,})|0\\.\\d+|\\d{4,}\\.\\d+|\\d{1,3}(?:,\\d{3})+\\.\\d+|\\d{1,3}(?:,\\d{3}){2,}");

  private static final Pattern UNCLEAR = Pattern.compile("\\d{1,3},\\d{3}");
  private static final Pattern UNCLEAR_POINT = Pattern.compile("[1-9]\\d{0,2}\\.\\d{3}");
  private static final Pattern BELOW_THOUSAND = Pattern.compile("\\d{1,3}");
  private static final Pattern WHOLE = Pattern.compile("\\d+");

  private final Pattern grouped;
  private final Pattern groups;

  DecimalMark(String grouped, String groups) {
    this.grouped = Pattern.compile(grouped);
    this.groups = Pattern.compile(groups);
  }

  /** Converts a number to Java's form; returns other text unchanged. */
  String plain(String number) {
    String whole =
        grouped.matcher(number).matches() ? groups.matcher(number).replaceAll("") : number;
    return switch (this) {
      case POINT -> whole;
      // A point that does not separate thousands stays, and the rest is then no number.
      case COMMA ->
          whole.indexOf('.') >= 0 && whole.indexOf(',') >= 0 ? whole : whole.replace(',', '.');
    };
  }

  /** True if the number separates thousands, in this form. */
  boolean isGrouped(String number) {
    return grouped.matcher(number).matches();
  }

  /**
   * Evidence from the values of a column; none where they contradict each other or leave it open.
   */
  enum Evidence {
    POINT,
    COMMA,
    BOTH,
    OPEN,
    /** The same for points. */
    OPEN_POINT;

    /**
     * Examines numbers without units, of a table whose columns are not separated by commas.
     *
     * @param values some of the column
     */
    static Evidence of(List<String> values) {
      boolean comma = values.stream().anyMatch(value -> IS_COMMA.matcher(value).matches());
      boolean point = values.stream().anyMatch(value -> IS_POINT.matcher(value).matches());
      if (comma || point) {
        return comma && point ? BOTH : comma ? COMMA : POINT;
      }
      if (values.stream().noneMatch(value -> UNCLEAR.matcher(value).matches())) {
        return mayBeThousands(values) ? OPEN_POINT : POINT;
      }
      // Decimals of a fixed number; with thousands, some values would be below 1,000.
      return values.stream().anyMatch(value -> WHOLE.matcher(value).matches()) ? OPEN : COMMA;
    }

    /**
     * True if all numbers with a point have thousands before it and three digits behind, and all
     * others are smaller.
     */
    private static boolean mayBeThousands(List<String> values) {
      return values.stream().anyMatch(value -> UNCLEAR_POINT.matcher(value).matches())
          && values.stream()
              .allMatch(value ->
                  UNCLEAR_POINT.matcher(value).matches()
                      || BELOW_THOUSAND.matcher(value).matches());
    }
  }
}
