package org.curtail.app.querylog;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.curtail.measurement.files.InputLines;
import org.curtail.measurement.files.JsonLine;

/**
 * The lines of a query file: {@code id<TAB>query} or one query a line; {@code .jsonl} with a field
 * {@code query} and perhaps {@code id}; each plain or {@code .gz}. In task files a line may begin
 * with {@code #} to be a comment.
 */
final class QueryFile {
  private QueryFile() {}

  /** Takes what a query file holds, line by line. */
  interface Sink {
    void query(QueryLine line);

    void broken(String reason);
  }

  static void read(Path file, QuerySyntax syntax, Sink sink) throws IOException {
    boolean json = file.toString().endsWith(".jsonl") || file.toString().endsWith(".jsonl.gz");
    boolean tasks = syntax == QuerySyntax.TASKS;
    try (InputLines lines = InputLines.open(file)) {
      while (lines.next()) {
        if (lines.blank()) {
          continue;
        }
        try {
          QueryLine line = json ? jsonLine(lines) : textLine(lines, tasks);
          if (!(tasks && line.text().startsWith("#"))) {
            sink.query(line);
          }
        } catch (JsonLine.Broken e) {
          sink.broken(lines.where() + ": " + e.getMessage());
        } catch (CharacterCodingException e) {
          sink.broken(lines.where() + ": expected UTF-8, found other bytes");
        }
      }
    }
  }

  private static QueryLine jsonLine(InputLines line) throws JsonLine.Broken {
    Map<String, String> fields = JsonLine.read(line, List.of("id", "query"));
    String text = fields.get("query");
    if (text == null) {
      throw new JsonLine.Broken("expected a field \"query\", found none");
    }
    return new QueryLine(
        line.where(), fields.getOrDefault("id", Long.toString(line.number())), text);
  }

  private static QueryLine textLine(InputLines line, boolean whole)
      throws CharacterCodingException, JsonLine.Broken {
    JsonLine.requireWhole(line);
    String text = line.text();
    int tab = whole ? -1 : text.indexOf('\t');
    String id = tab <= 0 ? Long.toString(line.number()) : text.substring(0, tab).strip();
    return new QueryLine(line.where(), id, text.substring(tab + 1).strip());
  }
}
