package org.curtail.cli.documents;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.curtail.benchkit.files.InputLines;
import org.curtail.benchkit.files.JsonLine;

/** Documents in a JSON lines file: {@code {"id": ..., "title": ..., "body": ...}}. */
final class JsonDocuments {
  private static final List<String> FIELDS = List.of("id", "title", "body");

  private JsonDocuments() {}

  static boolean read(
      Path file, Optional<String> rankField, SkippedTally skipped, DocumentSink sink)
      throws IOException {
    var wanted = new ArrayList<String>(FIELDS);
    rankField.ifPresent(wanted::add);
    try (InputLines lines = InputLines.open(file)) {
      while (lines.next()) {
        if (lines.blank()) {
          continue;
        }
        Document document;
        try {
          document = document(read(lines, wanted, rankField), rankField);
        } catch (JsonLine.Broken e) {
          skipped.broken(lines.where() + ": " + e.getMessage());
          continue;
        }
        if (!sink.accept(document)) {
          return false;
        }
      }
    }
    return true;
  }

  private static Map<String, String> read(
      InputLines line, List<String> wanted, Optional<String> rankField) throws JsonLine.Broken {
    return rankField.isEmpty()
        ? JsonLine.read(line, wanted)
        : JsonLine.readWithAnyNumber(line, wanted);
  }

  private static Document document(Map<String, String> fields, Optional<String> rankField)
      throws JsonLine.Broken {
    String id = fields.getOrDefault("id", "");
    String body = fields.get("body");
    if (id.isEmpty() || body == null) {
      throw new JsonLine.Broken(
          "expected the fields \"id\" and \"body\", found "
              + (fields.isEmpty()
                  ? "neither"
                  : "\"" + String.join("\", \"", fields.keySet()) + "\""));
    }
    if (id.length() > Document.LONGEST_ID) {
      throw new JsonLine.Broken(
          "field \"id\": expected at most %,d characters, found %,d"
              .formatted(Document.LONGEST_ID, id.length()));
    }
    return new Document(
        id, fields.getOrDefault("title", ""), body, RankField.rank(fields, rankField));
  }
}
