package org.curtail.cli.bench.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import org.curtail.cli.opensearch.ClusterClient;

/** What of an answer must be equal, whoever searched. */
final class SearchAnswer {
  private SearchAnswer() {}

  /**
   * Hits in order with scores and sort values, totals, aggregations: all but how long it took, and
   * the documents themselves, which do not depend on who searched.
   *
   * @throws IllegalStateException if the answer is not whole: a shard failed, or time was out
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
