package org.curtail.app.documents;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Documents in a JSON lines file: {@code {"id": ..., "title": ..., "body": ...}}. */
final class JsonDocuments {
  private static final List<String> FIELDS = List.of("id", "title", "body");

  private JsonDocuments() {}

  static boolean read(Path file, SkippedTally skipped, DocumentSink sink) throws IOException {
    try (InputLines lines = InputLines.open(file)) {
      while (lines.next()) {
        if (lines.blank()) {
          continue;
        }
        Document document;
        try {
          document = document(JsonLine.read(lines, FIELDS));
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

  private static Document document(Map<String, String> fields) throws JsonLine.Broken {
    String id = fields.getOrDefault("id", "");
    String body = fields.get("body");
    if (id.isEmpty() || body == null) {
      throw new JsonLine.Broken(
          "expected the fields \"id\" and \"body\", found "
              + (fields.isEmpty()
                  ? "neither"
                  : "\"" + String.join("\", \"", fields.keySet()) + "\""));
    }
    return new Document(id, fields.getOrDefault("title", ""), body);
  }
}
