package org.curtail.cli.bench.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import org.curtail.cli.opensearch.ClusterClient;

/** The part of an answer that must be the same for all contenders. */
final class SearchAnswer {
  private SearchAnswer() {}

  /**
   * The compared part of an answer: hits in order with scores and sort values, totals,
   * aggregations. The time taken and the documents themselves are left out.
   *
   * @throws IllegalStateException if the answer is incomplete: a shard failed, or the search timed
   *     out
   */
  static String compared(byte[] answer) {
    JsonNode read;
    try {
      read = ClusterClient.JSON.readTree(answer);
    } catch (IOException e) {
      throw new IllegalStateException("the answer is no JSON", e);
    }
    if (!(read instanceof ObjectNode body) || !body.has("hits")) {
      throw new IllegalStateException("the answer has no hits");
    }
    int failed = body.path("_shards").path("failed").asInt();
    if (failed > 0 || body.path("timed_out").asBoolean()) {
      throw new IllegalStateException(
          failed > 0 ? failed + " shards failed" : "the search was timed out");
    }
    body.remove("took");
    body.remove("profile");
    if (body.path("hits").path("hits") instanceof ArrayNode hits) {
      for (JsonNode hit : hits) {
        if (hit instanceof ObjectNode one) {
          one.remove("_source");
        }
      }
    }
    return body.toString();
  }
}
