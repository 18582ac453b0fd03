package org.curtail.cli.querylog;

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.curtail.benchkit.terminal.Abbreviated;

/**
 * A line {@code Category: query # comment} of Lucene's benchmark tasks.
 *
 * @param category category of the query, for example {@code OrHighMed}
 * @param form form of the query
 * @param text the query alone
 * @param minShouldMatch smallest number of words in a match; 0 for no rule
 */
record TaskLine(String category, Form form, String text, int minShouldMatch) {
  /** Form of a task's query. */
  enum Form {
    /** Classic syntax: terms, plus and minus, phrases with slop, prefixes, wildcards, edits. */
    CLASSIC,
    /** {@code near//a b}: the words in this order, at most ten positions apart. */
    NEAR,
    /** Unsupported: needs sorting, grouping, facets, numeric fields, vectors or filters. */
    UNSUPPORTED
  }

  private static final Pattern LINE = Pattern.compile("([A-Za-z0-9_]+):\\s*(.*)");
  private static final Pattern COMMENT = Pattern.compile("\\s+#(\\s.*)?$");
  private static final Pattern MIN_SHOULD_MATCH =
      Pattern.compile("\\s\\+minShouldMatch=(\\d{1,4})\\b");

  /** A list of fields, which is ignored: every field is searched, and the best one counts. */
  private static final Pattern DISMAX_FIELDS = Pattern.compile("\\s\\+dismaxFields=\\S+");

  private static final Pattern OPTION = Pattern.compile("\\s\\+[A-Za-z]+[=:]\\S");
  private static final Pattern CATEGORIES_OF_OTHER_FIELDS =
      Pattern.compile(
          ".*(Sort|Group|Facets|DVRange|NRQ|IntSet|Vector|KNN|Knn).*|Respell|PKLookup|range");
  private static final Set<String> OTHER_MARKS = Set.of("//", "count(");

  /**
   * Reads a line.
   *
   * @throws QueryParsing.Unparsable if there is no category
   */
  static TaskLine parse(String line) throws QueryParsing.Unparsable {
    Matcher parts = LINE.matcher(line);
    if (!parts.matches()) {
      throw new QueryParsing.Unparsable(
          "expected \"Category: query\", found: " + Abbreviated.of(line));
    }
    String category = parts.group(1);
    String text = COMMENT.matcher(parts.group(2)).replaceFirst("").strip();
    int minShouldMatch = 0;
    Matcher atLeast = MIN_SHOULD_MATCH.matcher(text);
    if (atLeast.find()) {
      minShouldMatch = Integer.parseInt(atLeast.group(1));
      text = atLeast.replaceFirst("").strip();
    }
    text = DISMAX_FIELDS.matcher(text).replaceFirst("").strip();
    if (CATEGORIES_OF_OTHER_FIELDS.matcher(category).matches() || OPTION.matcher(text).find()) {
      return new TaskLine(category, Form.UNSUPPORTED, text, 0);
    }
    if (text.startsWith("near//")) {
      return new TaskLine(category, Form.NEAR, text.substring("near//".length()), 0);
    }
    boolean unsupported = OTHER_MARKS.stream().anyMatch(text::contains);
    return new TaskLine(
        category, unsupported ? Form.UNSUPPORTED : Form.CLASSIC, text, minShouldMatch);
  }
}
