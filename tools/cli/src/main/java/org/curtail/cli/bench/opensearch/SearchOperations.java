package org.curtail.cli.bench.opensearch;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.cli.opensearch.ClusterClient;

/**
 * The searches of operations in the format of OpenSearch Benchmark: a JSON array of objects with
 * {@code name}, {@code operation-type} and {@code body}. Their {@code index} is ignored; other
 * requests, such as pages, are refused.
 */
final class SearchOperations {
  private static final String SEARCH = "search";
  private static final Set<String> KEYS = Set.of("name", "operation-type", "index", "body");

  private static final ObjectReader JSON =
      ClusterClient.JSON.reader().with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private final Path file;

  private SearchOperations(Path file) {
    this.file = file;
  }

  /** True if a file that begins with this line has operations. */
  static boolean areIn(String firstLine) {
    return firstLine.strip().startsWith("[");
  }

  /**
   * The bodies of all operations, in their order.
   *
   * @param json the whole file
   * @throws UsageError if the file is no JSON, or an operation is not a search with a body
   */
  static List<ObjectNode> bodies(Path file, String json) {
    return new SearchOperations(file).bodies(json);
  }

  private List<ObjectNode> bodies(String json) {
    JsonNode operations;
    try {
      operations = JSON.readTree(json);
    } catch (JsonProcessingException e) {
      throw new UsageError(
          "%s: expected operations in JSON without templates such as {{...}}, found an error in line %d, column %d"
              .formatted(file, e.getLocation().getLineNr(), e.getLocation().getColumnNr()),
          e);
    }
    if (operations.isEmpty()) {
      throw new UsageError(file + ": expected operations, found an empty array");
    }
    var bodies = new ArrayList<ObjectNode>();
    for (JsonNode operation : operations) {
      bodies.add(body(operation, bodies.size() + 1));
    }
    return bodies;
  }

  private ObjectNode body(JsonNode operation, int number) {
    String where = "%s: operation %d".formatted(file, number);
    if (!operation.isObject()) {
      throw new UsageError("%s: expected a JSON object, found %s".formatted(where, operation));
    }
    JsonNode name = operation.path("name");
    String what = name.isTextual() ? where + " (" + name.asText() + ")" : where;
    JsonNode type = operation.path("operation-type");
    if (!type.asText().equals(SEARCH)) {
      throw new UsageError(
          "%s: expected the operation-type search, found %s"
              .formatted(what, type.isMissingNode() ? "none" : type));
    }
    operation
        .fieldNames()
        .forEachRemaining(key -> {
          if (!KEYS.contains(key)) {
            throw new UsageError(
                "%s: expected name, operation-type, index and body only, found %s"
                    .formatted(what, key));
          }
        });
    if (!(operation.path("body") instanceof ObjectNode body)) {
      throw new UsageError(
          "%s: expected the body of a search as a JSON object, found %s"
              .formatted(what, operation.has("body") ? operation.path("body") : "none"));
    }
    return body;
  }
}
