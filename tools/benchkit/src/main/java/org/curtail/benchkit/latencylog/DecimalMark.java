package org.curtail.benchkit.latencylog;

import java.util.List;
import java.util.regex.Pattern;

/** The decimal mark in the numbers of a column. */
enum DecimalMark {
  POINT("\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?", ","),
  COMMA("\\d{1,3}(?:[.'\\u2019 \\u00a0\\u202f]\\d{3})+(?:,\\d+)?", "[.'\\u2019 \\u00a0\\u202f]");

  /**
   * A number with a decimal comma; three digits after a comma may be thousands and do not match.
   */
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

  /** Returns a number in Java's form; other text unchanged. */
  String plain(String number) {
    String whole =
        grouped.matcher(number).matches() ? groups.matcher(number).replaceAll("") : number;
    return switch (this) {
      case POINT -> whole;
      // A point that does not separate thousands stays, so the text is no number.
      case COMMA ->
          whole.indexOf('.') >= 0 && whole.indexOf(',') >= 0 ? whole : whole.replace(',', '.');
    };
  }

  /** True if the number has separators of thousands in this form. */
  boolean isGrouped(String number) {
    return grouped.matcher(number).matches();
  }

  /** Evidence for the decimal mark from the values of a column. */
  enum Evidence {
    POINT,
    COMMA,
    BOTH,
    OPEN,
    /** Points may be decimal marks or separators of thousands. */
    OPEN_POINT;

    /**
     * Examines numbers without units in a table without commas between columns.
     *
     * @param values some values of the column
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
      // The points are decimal marks: with thousands, some values would be below 1,000.
      return values.stream().anyMatch(value -> WHOLE.matcher(value).matches()) ? OPEN : COMMA;
    }

    /**
     * True if points may separate thousands: three digits follow each point, and numbers without a
     * point are smaller.
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
