package org.curtail.traces.tables;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** What a kept recording holds and of what it was made, as JSON. */
final class ContentsFile {
  private static final String NAME = "curtail-recording/";

  /** Changes with the columns of the tables, and with every rule by which spans are read. */
  private static final String FORMAT = NAME + "3";

  private static final ObjectMapper JSON = new ObjectMapper();

  private ContentsFile() {}

  static void write(Path file, Contents contents, List<SourceFile> sources) throws IOException {
    ObjectNode json = JSON.createObjectNode().put("format", FORMAT);
    json.put("requests", contents.requests())
        .put("spans", contents.spans())
        .put("unit", contents.unit().name());
    json.set("leftOut", JSON.valueToTree(contents.leftOut()));
    json.set("damage", DamageJson.of(contents.damage()));
    json.set("files", JSON.valueToTree(sources));
    Files.writeString(file, json.toPrettyString());
  }

  /** Whether a file is such a one, of whatever files and rules. */
  static boolean isOne(Path file) {
    try {
      return Files.isRegularFile(file)
          && JSON.readTree(file.toFile()).path("format").asText().startsWith(NAME);
    } catch (IOException e) {
      return false;
    }
  }

  /** What it holds; nothing if it was made of other files, by other rules, or cannot be read. */
  static Optional<Contents> read(Path file, List<SourceFile> sources) {
    try {
      JsonNode json = JSON.readTree(file.toFile());
      if (!json.path("format").asText().equals(FORMAT)
          || !files(json.path("files")).equals(sources)) {
        return Optional.empty();
      }
      List<String> leftOut = new ArrayList<>();
      json.path("leftOut").forEach(each -> leftOut.add(each.asText()));
      return Optional.of(
          new Contents(
              json.path("requests").asLong(),
              json.path("spans").asLong(),
              DamageJson.read(json.path("damage")),
              leftOut,
              TimeUnit.valueOf(json.path("unit").asText())));
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static List<SourceFile> files(JsonNode json) throws JsonProcessingException {
    List<SourceFile> files = new ArrayList<>();
    for (JsonNode each : json) {
      files.add(JSON.treeToValue(each, SourceFile.class));
    }
    return files;
  }
}
