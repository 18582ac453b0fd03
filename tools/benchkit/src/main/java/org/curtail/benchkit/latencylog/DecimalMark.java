package org.curtail.benchkit.latencylog;

import java.util.List;
import java.util.regex.Pattern;

/** What parts the decimals of the numbers of a column. */
enum DecimalMark {
  POINT("\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?", ","),
  COMMA("\\d{1,3}(?:[.'\\u2019 \\u00a0\\u202f]\\d{3})+(?:,\\d+)?", "[.'\\u2019 \\u00a0\\u202f]");

  /** Not three decimals alone, which may be thousands. */
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

  /** A number as Java reads it, or the text as it is if it is none of this form. */
  String plain(String number) {
    String whole =
        grouped.matcher(number).matches() ? groups.matcher(number).replaceAll("") : number;
    return switch (this) {
      case POINT -> whole;
      // A point that parts no thousands stays, and what is left is no number with it.
      case COMMA ->
          whole.indexOf('.') >= 0 && whole.indexOf(',') >= 0 ? whole : whole.replace(',', '.');
    };
  }

  /** Whether thousands are parted in it, in this form. */
  boolean isGrouped(String number) {
    return grouped.matcher(number).matches();
  }

  /** What the values of a column say; none where they contradict or leave it open. */
  enum Evidence {
    POINT,
    COMMA,
    BOTH,
    OPEN,
    /** The same of points. */
    OPEN_POINT;

    /**
     * Looks at numbers without units, of a table in which commas do not part columns.
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
      // Decimals of a fixed number; thousands would have some below 1,000 beside them.
      return values.stream().anyMatch(value -> WHOLE.matcher(value).matches()) ? OPEN : COMMA;
    }

    /** All with a point have thousands before it and three digits behind, all others are less. */
    private static boolean mayBeThousands(List<String> values) {
      return values.stream().anyMatch(value -> UNCLEAR_POINT.matcher(value).matches())
          && values.stream()
              .allMatch(value ->
                  UNCLEAR_POINT.matcher(value).matches()
                      || BELOW_THOUSAND.matcher(value).matches());
    }
  }
}
