package org.curtail.cli.querylog;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.curtail.benchkit.files.InputLines;
import org.curtail.benchkit.files.JsonLine;
import org.curtail.benchkit.terminal.Abbreviated;
import org.curtail.benchkit.terminal.UsageError;

/**
 * The lines of a query file, plain or {@code .gz}, in a form that its first lines show: see {@link
 * QueryForm}. In task files a line that begins with {@code #} may be a comment.
 */
final class QueryFile {
  private QueryFile() {}

  /** Receives the content of a query file, line by line. */
  interface Sink {
    void query(QueryLine line);

    void broken(String reason);

    /** Receives a guess and its line, in words; at most once. */
    default void guessed(String remark) {}
  }

  /**
   * Reads the whole file.
   *
   * @throws UsageError if it is a file of another kind, such as a slow log or the topics of TREC
   */
  static void read(Path file, QuerySyntax syntax, Sink sink) throws IOException {
    if (Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file)) {
      throw new UsageError(
          file
              + ": expected a file, which is read twice, found a pipe or a device; write it first");
    }
    QueryForm form = form(file, syntax);
    form.remark().ifPresent(sink::guessed);
    String before = "";
    try (InputLines lines = InputLines.open(file)) {
      while (lines.next()) {
        if (lines.blank() || lines.number() == form.header()) {
          continue;
        }
        try {
          JsonLine.requireWhole(lines);
          if (form.kind() == QueryForm.Kind.JSON) {
            sink.query(jsonLine(lines));
            continue;
          }
          String text = lines.text();
          Optional<QueryLine> line = form.line(text, lines);
          // A query has a line for each opened result.
          boolean isAgain = !before.isEmpty() && form.occasion(text).equals(before);
          before = form.occasion(text);
          if (line.isPresent()
              && !isAgain
              && !(syntax == QuerySyntax.TASKS && line.get().text().startsWith("#"))) {
            sink.query(line.get());
          }
        } catch (JsonLine.Broken e) {
          sink.broken(lines.where() + ": " + e.getMessage());
        } catch (CharacterCodingException e) {
          sink.broken(lines.where() + ": expected UTF-8, found other bytes");
        }
      }
    }
  }

  /** The form of the file, by its first lines. */
  private static QueryForm form(Path file, QuerySyntax syntax) throws IOException {
    if (syntax == QuerySyntax.TASKS) {
      return QueryForm.TASKS;
    }
    try (InputLines lines = InputLines.open(file)) {
      while (lines.next()) {
        if (lines.blank()) {
          continue;
        }
        if (lines.isTooLong()) {
          return QueryForm.LINES;
        }
        try {
          long number = lines.number();
          String text = lines.text();
          return QueryForm.of(text, next(lines), file, number);
        } catch (CharacterCodingException e) {
          return QueryForm.LINES;
        }
      }
    }
    return QueryForm.LINES;
  }

  /** Peeks at the next line that is not empty; "" if there is none. */
  private static String next(InputLines lines) throws CharacterCodingException {
    return lines.next() && !lines.isTooLong() ? lines.text() : "";
  }

  private static QueryLine jsonLine(InputLines line) throws JsonLine.Broken {
    Map<String, List<String>> fields = JsonLine.readValues(line);
    if (isSlowLog(fields)) {
      throw new UsageError(
          "%s: expected queries, found a slow log, whose lines have whole search requests; take the words out of the field %s first, a query a line"
              .formatted(
                  line.where(),
                  Abbreviated.of(
                      fields.keySet().stream()
                          .filter(QueryFile::isSource)
                          .findFirst()
                          .orElseThrow())));
    }
    Optional<String> query = value(fields, "query");
    if (query.isEmpty() && !fields.containsKey("title") && fields.containsKey("_id")) {
      // BEIR's queries.jsonl; a document has a title as well.
      query = value(fields, "text");
    }
    String text =
        query.orElseThrow(() -> new JsonLine.Broken("expected a field \"query\", found none"));
    String id =
        value(fields, "id").or(() -> value(fields, "_id")).orElse(Long.toString(line.number()));
    return new QueryLine(line.where(), id, text);
  }

  private static Optional<String> value(Map<String, List<String>> fields, String name) {
    List<String> values = fields.getOrDefault(name, List.of());
    return values.size() == 1 ? Optional.of(values.getFirst()) : Optional.empty();
  }

  /** True for slow logs of OpenSearch and Elasticsearch: the duration, and the request as text. */
  private static boolean isSlowLog(Map<String, List<String>> fields) {
    return fields.keySet().stream().anyMatch(QueryFile::isSource)
        && fields.keySet().stream().anyMatch(name -> name.matches("(.*\\.)?took(_millis)?"));
  }

  private static boolean isSource(String name) {
    return name.equals("source") || name.endsWith(".source");
  }
}
