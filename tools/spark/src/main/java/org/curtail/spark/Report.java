package org.curtail.spark;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.traces.DamageCounts;
import org.curtail.traces.read.AllRead;
import org.curtail.traces.read.FileRead;
import org.curtail.traces.tables.DamageJson;

/**
 * Reports of tasks as JSON, in addition to their rows: on a file, or on a partition of requests.
 */
final class Report {
  private static final ObjectMapper JSON = new ObjectMapper();

  private Report() {}

  /** Returns the report on a file that was read. */
  static String of(FileRead file) {
    ObjectNode json =
        JSON.createObjectNode()
            .put("file", file.file())
            .put("spans", file.spans())
            .put("requests", file.requests())
            .put("leftOut", file.leftOut());
    TimeUnit unit = file.unit();
    if (unit != null) {
      json.put("unit", unit.name());
    }
    json.set("damage", DamageJson.of(file.damage()));
    return json.toString();
  }

  /** Returns the report on a file that cannot be imported. */
  static String ofMisuse(String message) {
    return JSON.createObjectNode().put("misuse", message).toString();
  }

  /** Returns the report on a partition of the requests. */
  static String of(int part, DamageCounts damage) {
    ObjectNode json = JSON.createObjectNode().put("part", part);
    json.set("damage", DamageJson.of(damage));
    return json.toString();
  }

  /**
   * Combines all reports.
   *
   * @param reports reports of files in the order of the files, and reports of partitions in any
   *     order
   * @throws UsageError if a file cannot be imported, or there are no spans
   */
  static AllRead read(List<String> reports) {
    List<FileRead> files = new ArrayList<>();
    List<JsonNode> parts = new ArrayList<>();
    for (String report : reports) {
      JsonNode json = parsed(report);
      if (json.has("misuse")) {
        throw new UsageError(json.path("misuse").asText());
      } else if (json.has("part")) {
        parts.add(json);
      } else {
        files.add(file(json));
      }
    }
    AllRead all = AllRead.of(files);
    parts.sort(Comparator.comparingInt(part -> part.path("part").asInt()));
    parts.forEach(part -> all.damage().add(DamageJson.read(part.path("damage"))));
    return all;
  }

  private static JsonNode parsed(String report) {
    try {
      return JSON.readTree(report);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static FileRead file(JsonNode json) {
    return new FileRead(
        json.path("file").asText(),
        json.path("spans").asLong(),
        json.path("requests").asLong(),
        DamageJson.read(json.path("damage")),
        json.has("unit") ? TimeUnit.valueOf(json.path("unit").asText()) : null,
        json.path("leftOut").asBoolean());
  }
}
