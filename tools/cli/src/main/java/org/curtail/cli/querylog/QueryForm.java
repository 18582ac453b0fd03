package org.curtail.cli.querylog;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.curtail.benchkit.files.InputLines;
import org.curtail.benchkit.files.JsonLine;
import org.curtail.benchkit.terminal.Abbreviated;
import org.curtail.benchkit.terminal.UsageError;

/**
 * The form of a query file, determined by its first lines.
 *
 * @param kind kind of the file's lines
 * @param header number of the line with the names of the columns; 0 without one
 * @param query position of the query among the columns, from 0
 * @param id position of the query's name; less than 0 without one
 * @param columns number of columns
 * @param remark remark on guesses and their line
 */
record QueryForm(Kind kind, long header, int query, int id, int columns, Optional<String> remark) {
  /** Kind of a line. */
  enum Kind {
    /** {@code id<TAB>query}, or the query alone. */
    LINES,
    /** A task of Lucene's benchmark, which may contain tabs. */
    WHOLE,
    /** An object with a field {@code query}, or BEIR's {@code _id} and {@code text}. */
    JSON,
    /** {@code 12:query}, as in topics of TREC's web tracks. */
    NUMBERED,
    /** Columns with tabs between them. */
    TABS,
    /** Columns with commas between them; columns with commas are in quotes. */
    COMMAS,
    /** {@code 12 query}, as {@code sort | uniq -c} writes counts. */
    COUNTED
  }

  /** A query a line, perhaps with an id before it. */
  static final QueryForm LINES = plain(Kind.LINES, Optional.empty());

  /** Tasks of Lucene's benchmark. */
  static final QueryForm TASKS = plain(Kind.WHOLE, Optional.empty());

  private static final Set<String> QUERY_NAMES =
      Set.of("query", "querytext", "query_text", "querystring", "query_string", "text", "title");
  private static final Set<String> ID_NAMES =
      Set.of("id", "_id", "qid", "queryid", "query_id", "query-id", "anonid", "topic", "number");

  private static final Pattern NUMBERED = Pattern.compile("(\\d{1,9}):(\\S.*)");
  private static final Pattern COUNTED = Pattern.compile("\\s+\\d{1,9} (\\S.*)");

  private static final Pattern COUNT = Pattern.compile("\\d{1,9}");

  private static final Pattern JSON_LIST = Pattern.compile("\\[\\s*([\"{].*)?");
  private static final Pattern DATED =
      Pattern.compile("\\[?\\d{4}-\\d{2}-\\d{2}[T ]\\d{2}:\\d{2}.*");

  /** First lines of a slow log of MySQL or MariaDB, and of its entries. */
  private static final Pattern MYSQL =
      Pattern.compile(
          "(?:# Time: |# User@Host: |# Query_time: |\\S*(?:mysqld|mariadbd), Version: ).*");

  private static final Pattern ACCESS = Pattern.compile(".*\"\\p{Upper}+ \\S+ HTTP/\\d.*");
  private static final Pattern MARKUP =
      Pattern.compile(
          "(?i)(<(\\?xml|!doctype|tops?>|topics?\\b|num>|title>|desc>|narr>|query\\b|queries\\b|doc>|html\\b).*"
              + "|</?[a-z][\\w-]*(\\s[^<>]*)?/?>)");
  private static final Pattern JSON = Pattern.compile("\\{\\s*(\".*)?");

  /** A line of AOL's log: user, query, date, and the position and address of the opened result. */
  private static final Pattern AOL =
      Pattern.compile("\\d+\\t[^\\t]*\\t\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}(\\t.*)?");

  private static final int AOL_COLUMNS = 5;

  /** AOL's placeholder for a withheld query. */
  private static final String HIDDEN = "-";

  private static QueryForm plain(Kind kind, Optional<String> remark) {
    return new QueryForm(kind, 0, 0, -1, 1, remark);
  }

  /**
   * The form of a file.
   *
   * @param first line that is not empty, with its number
   * @param second the next line
   * @throws UsageError if the file is of another kind
   */
  static QueryForm of(String first, String second, Path file, long number) {
    String line = first.strip();
    String where = file + ":" + number;
    InputLines.requireLineFeeds(first, where);
    if (JSON_LIST.matcher(line).matches()) {
      throw new UsageError(
          where + ": expected a query a line, found a list of JSON; jq -r '.[]' makes lines of it");
    }
    if (MARKUP.matcher(line).matches()) {
      throw new UsageError(
          where
              + (line.startsWith("<top")
                  ? ": expected a query a line, found topics of TREC in their markup; their titles are queries: sed -n 's/^<title> *//p' extracts them"
                  : ": expected a query a line, found markup: '%s'; if its queries are in <query>, sed -n 's|.*<query>\\(.*\\)</query>.*|\\1|p' extracts them"
                      .formatted(Abbreviated.of(line))));
    }
    if (MYSQL.matcher(line).matches()) {
      throw new UsageError(
          where
              + ": expected a query a line, found MySQL's slow log, whose statements have several lines; extract the search words first, a query a line");
    }
    if (DATED.matcher(line).matches()) {
      throw new UsageError(
          where
              + ": expected a query a line, found a log whose lines begin with a date, as a slow log; extract the words of the queries first, a query a line");
    }
    if (ACCESS.matcher(line).matches()) {
      throw new UsageError(
          where
              + ": expected a query a line, found an access log; extract the words of the queries from the addresses first, a query a line");
    }
    boolean isJson = file.toString().endsWith(".jsonl") || file.toString().endsWith(".jsonl.gz");
    if (isJson || JSON.matcher(line).matches()) {
      return plain(Kind.JSON, Optional.empty());
    }
    if (AOL.matcher(line).matches()) {
      return new QueryForm(
          Kind.TABS, 0, 1, -1, AOL_COLUMNS, guess("the columns of AOL's log", number, line));
    }
    Matcher numbered = NUMBERED.matcher(line);
    if (numbered.matches() && (second.isBlank() || NUMBERED.matcher(second.strip()).matches())) {
      return plain(Kind.NUMBERED, guess("a number and a colon before each query", number, line));
    }
    if (COUNTED.matcher(first).matches() && COUNTED.matcher(second).matches()) {
      return plain(Kind.COUNTED, guess("a count before each query", number, line));
    }
    if (hasCount(line) && hasCount(second.strip())) {
      return new QueryForm(
          Kind.TABS, 0, 0, -1, 2, guess("a query and a count after it", number, line));
    }
    return withColumns(first, file, number);
  }

  /** True for a query, a tab, and its count. */
  private static boolean hasCount(String line) {
    int tab = line.lastIndexOf('\t');
    return tab > 0
        && line.indexOf('\t') == tab
        && COUNT.matcher(line.substring(tab + 1)).matches()
        && line.substring(0, tab).chars().anyMatch(Character::isLetter);
  }

  private static QueryForm withColumns(String first, Path file, long number) {
    boolean hasTabs = first.indexOf('\t') >= 0;
    String name = file.toString();
    boolean isCsv = name.endsWith(".csv") || name.endsWith(".csv.gz");
    List<String> columns =
        (hasTabs ? List.of(first.split("\t", -1)) : commas(first))
            .stream().map(column -> column.strip().toLowerCase(Locale.ROOT)).toList();
    int query = place(columns, QUERY_NAMES);
    int id = place(columns, ID_NAMES);
    boolean isHeader = query >= 0 && (columns.size() == 1 ? isAlone(columns) : id >= 0 || isCsv);
    if (isHeader) {
      return new QueryForm(
          hasTabs ? Kind.TABS : Kind.COMMAS,
          number,
          query,
          // AOL's column is the person.
          columns.contains("anonid") ? -1 : id,
          columns.size(),
          guess("the names of columns, with the queries in " + columns.get(query), number, first));
    }
    if (isCsv && columns.size() > 1) {
      throw new UsageError(
          "%s:%d: expected the names of the columns in the first line, one of them query, found '%s'"
              .formatted(file, number, Abbreviated.of(first)));
    }
    return LINES;
  }

  /** True for the name of a single column, which is no query. */
  private static boolean isAlone(List<String> columns) {
    return List.of("query", "queries", "query_text").contains(columns.getFirst());
  }

  private static int place(List<String> columns, Set<String> names) {
    for (int i = 0; i < columns.size(); i++) {
      if (names.contains(columns.get(i))) {
        return i;
      }
    }
    return -1;
  }

  private static Optional<String> guess(String what, long number, String line) {
    return Optional.of(
        "assuming that line %d is %s: '%s'".formatted(number, what, Abbreviated.of(line.strip())));
  }

  /**
   * The query of a line; empty if it is withheld.
   *
   * @throws JsonLine.Broken if the line has another form
   */
  Optional<QueryLine> line(String text, InputLines line) throws JsonLine.Broken {
    String number = Long.toString(line.number());
    return switch (kind) {
      case LINES -> Optional.of(alone(text, line));
      case WHOLE -> Optional.of(new QueryLine(line.where(), number, text.strip()));
      case NUMBERED -> {
        Matcher parts = NUMBERED.matcher(text.strip());
        if (!parts.matches()) {
          throw new JsonLine.Broken(
              "expected a number, a colon and a query as in the lines before, found '%s'"
                  .formatted(Abbreviated.of(text)));
        }
        yield Optional.of(new QueryLine(line.where(), parts.group(1), parts.group(2).strip()));
      }
      case COUNTED -> {
        Matcher parts = COUNTED.matcher(text);
        if (!parts.matches()) {
          throw new JsonLine.Broken(
              "expected a count and a query as in the lines before, found '%s'"
                  .formatted(Abbreviated.of(text)));
        }
        yield Optional.of(new QueryLine(line.where(), number, parts.group(1).strip()));
      }
      case TABS, COMMAS -> {
        List<String> fields = fields(text);
        if (fields.size() <= query || fields.size() > columns) {
          throw new JsonLine.Broken(
              "expected %d columns as in the first line, found %d"
                  .formatted(columns, fields.size()));
        }
        String found = fields.get(query).strip();
        yield found.isEmpty() || found.equals(HIDDEN)
            ? Optional.empty()
            : Optional.of(
                new QueryLine(
                    line.where(),
                    id < 0 || id >= fields.size() ? number : fields.get(id).strip(),
                    found));
      }
      case JSON -> throw new AssertionError("read elsewhere");
    };
  }

  /** The common part of all lines of one query: in AOL's log, person, words and second. */
  String occasion(String text) {
    if (kind != Kind.TABS || columns != AOL_COLUMNS) {
      return "";
    }
    List<String> fields = fields(text);
    return fields.size() < 3 ? "" : String.join("\t", fields.subList(0, 3));
  }

  private List<String> fields(String text) {
    return kind == Kind.TABS ? List.of(text.split("\t", -1)) : commas(text);
  }

  private static QueryLine alone(String text, InputLines line) throws JsonLine.Broken {
    int tab = text.indexOf('\t');
    int columns = (int) text.chars().filter(sign -> sign == '\t').count() + 1;
    if (columns > 2) {
      throw new JsonLine.Broken(
          "expected a query, or an id, a tab and a query, found %d columns; cut -f extracts the column with the queries"
              .formatted(columns));
    }
    String start = text.strip();
    if (DATED.matcher(start).matches()
        || MYSQL.matcher(start).matches()
        || MARKUP.matcher(start).matches()
        || ACCESS.matcher(start).matches()) {
      throw new JsonLine.Broken(
          "expected a query, found a line of a log or markup: '%s'"
              .formatted(Abbreviated.of(start)));
    }
    String id = tab <= 0 ? Long.toString(line.number()) : text.substring(0, tab).strip();
    return new QueryLine(line.where(), id, text.substring(tab + 1).strip());
  }

  /** Fields with commas between them; fields in double quotes may contain commas. */
  private static List<String> commas(String text) {
    var fields = new ArrayList<String>();
    var field = new StringBuilder();
    boolean isQuoted = false;
    for (int i = 0; i < text.length(); i++) {
      char sign = text.charAt(i);
      if (sign == '"' && isQuoted && i + 1 < text.length() && text.charAt(i + 1) == '"') {
        field.append(text.charAt(++i));
      } else if (sign == '"' && (isQuoted || field.isEmpty())) {
        isQuoted = !isQuoted;
      } else if (sign == ',' && !isQuoted) {
        fields.add(field.toString());
        field.setLength(0);
      } else {
        field.append(sign);
      }
    }
    fields.add(field.toString());
    return fields;
  }
}
