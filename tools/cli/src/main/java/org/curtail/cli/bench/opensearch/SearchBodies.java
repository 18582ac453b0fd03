package org.curtail.cli.bench.opensearch;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.curtail.benchkit.files.InputLines;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.cli.opensearch.ClusterClient;
import org.curtail.cli.workload.WorkloadOptions.Named;

/**
 * The searches of a file, as OpenSearch takes them. A line that begins with a brace is the body of
 * a search, unless its {@code query} is a text; any other line is {@code id<TAB>query} or a query,
 * which is searched for in fields. A file that begins with a bracket has {@link SearchOperations}.
 */
final class SearchBodies {
  private SearchBodies() {}

  /**
   * Reads them; of too many, a sample spread evenly over the file.
   *
   * @throws UsageError if a line is no search, or there is none
   */
  static List<String> read(Named workload) throws IOException {
    List<String> bodies = all(workload);
    if (bodies.isEmpty()) {
      throw new UsageError("%s: expected a query a line, found none".formatted(workload.queries()));
    }
    int kept = Math.min(workload.maxQueries(), bodies.size());
    var spread = new ArrayList<String>();
    for (int i = 0; i < kept; i++) {
      spread.add(bodies.get((int) ((long) i * bodies.size() / kept)));
    }
    return List.copyOf(spread);
  }

  private static List<String> all(Named workload) throws IOException {
    var bodies = new ArrayList<String>();
    try (InputLines lines = InputLines.open(workload.queries())) {
      while (lines.next()) {
        if (lines.blank()) {
          continue;
        }
        if (bodies.isEmpty() && SearchOperations.areIn(lines.requireText())) {
          return operations(lines, workload);
        }
        bodies.add(body(lines, workload));
      }
    }
    return bodies;
  }

  /** Searches of operations, from the current line and all that follow. */
  private static List<String> operations(InputLines lines, Named workload) throws IOException {
    // Messages name lines of the file, so those before this one count.
    var json = new StringBuilder("\n".repeat(Math.toIntExact(lines.number() - 1)));
    do {
      json.append(lines.requireText()).append('\n');
    } while (lines.next());
    return SearchOperations.bodies(workload.queries(), json.toString()).stream()
        .map(body -> whole(body, workload).toString())
        .toList();
  }

  private static String body(InputLines line, Named workload) {
    String text = line.requireText().strip();
    if (!text.startsWith("{")) {
      return ofText(text.substring(text.indexOf('\t') + 1).strip(), workload).toString();
    }
    try {
      JsonNode read = ClusterClient.JSON.readTree(text);
      if (read instanceof ObjectNode body) {
        return whole(body, workload).toString();
      }
    } catch (JsonProcessingException e) {
      throw new UsageError(
          "%s: expected the body of a search in one line of JSON, found an error at column %d"
              .formatted(line.where(), e.getLocation().getColumnNr()),
          e);
    }
    throw new UsageError(line.where() + ": expected a JSON object");
  }

  private static ObjectNode whole(ObjectNode body, Named workload) {
    JsonNode query = body.get("query");
    if (query != null && query.isTextual()) {
      return ofText(query.asText(), workload);
    }
    if (!body.has("size")) {
      body.put("size", workload.topHits());
    }
    return body;
  }

  private static ObjectNode ofText(String text, Named workload) {
    ObjectNode body = ClusterClient.JSON.createObjectNode();
    body.put("size", workload.topHits());
    ObjectNode match = body.putObject("query").putObject("multi_match");
    match.put("query", text);
    // Fields of numbers are searched too unless fields are named.
    match.put("lenient", true);
    if (!workload.fields().isEmpty()) {
      ArrayNode fields = match.putArray("fields");
      workload.fields().forEach(fields::add);
    }
    return body;
  }
}
