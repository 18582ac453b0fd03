package org.curtail.cli.demo.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.StopSignal;
import org.curtail.cli.documents.Document;
import org.curtail.cli.documents.DocumentSource;
import org.curtail.cli.documents.Passages;
import org.curtail.cli.opensearch.ClusterClient;

/** Fills an index of a cluster with passages of documents. */
final class DemoIndex {
  static final String NAME = "curtail-demo";

  /** The searched fields. */
  static final String FIELDS = "title,body";

  private static final int PASSAGE_WORDS = 60;
  private static final int BULK_CHARACTERS = 2_000_000;

  /** The {@code code} analyzer of {@code curtail index} as a setting of OpenSearch. */
  private static final String CODE =
      """
      {"analyzer": {"default": {"type": "custom", "tokenizer": "identifiers", "filter": ["parts", "lowercase"]}},
       "tokenizer": {"identifiers": {"type": "pattern", "pattern": "[^\\\\p{L}\\\\p{Nd}_]+"}},
       "filter": {"parts": {"type": "word_delimiter_graph", "stem_english_possessive": false}}}
      """;

  private final ClusterClient client;
  private final Console console;
  private final StringBuilder bulk = new StringBuilder();
  private long documents;
  private long passages;

  private DemoIndex(ClusterClient client, Console console) {
    this.client = client;
    this.console = console;
  }

  /**
   * Creates the index, and waits until every copy is complete.
   *
   * @param copies of each document
   * @param isCode true to split identifiers into their parts
   * @param most greatest number of documents; 0 for all
   * @return number of passages in the index
   */
  static long fill(
      ClusterClient client,
      DocumentSource source,
      int copies,
      boolean isCode,
      long most,
      Console console)
      throws IOException, InterruptedException {
    client.put(NAME, definition(copies, isCode)).ok("the index");
    var index = new DemoIndex(client, console);
    source.read(document -> index.take(document, most));
    index.send();
    client.put(NAME + "/_settings", refresh("1s")).ok("the settings of the index");
    client.post(NAME + "/_refresh", "").ok("the refresh");
    client
        .get("_cluster/health/%s?wait_for_status=green&timeout=14s".formatted(NAME))
        .ok("the copies of the index");
    return index.passages;
  }

  /**
   * The index with copies of the same segments. All copies give the same answers: hits with equal
   * scores have the order of documents.
   */
  private static JsonNode definition(int copies, boolean isCode) throws IOException {
    ObjectNode body = ClusterClient.JSON.createObjectNode();
    ObjectNode settings = body.putObject("settings");
    settings.put("index.number_of_shards", 1);
    settings.put("index.number_of_replicas", copies - 1);
    settings.put("index.replication.type", "SEGMENT");
    settings.put("index.refresh_interval", "-1");
    if (isCode) {
      settings.set("analysis", ClusterClient.JSON.readTree(CODE));
    }
    ObjectNode fields = body.putObject("mappings").putObject("properties");
    for (String field : List.of(FIELDS.split(",", -1))) {
      fields.putObject(field).put("type", "text");
    }
    return body;
  }

  private static JsonNode refresh(String interval) {
    return ClusterClient.JSON.createObjectNode().put("index.refresh_interval", interval);
  }

  private boolean take(Document document, long most) throws IOException {
    StopSignal.check("stopped; no index was made");
    for (String passage : Passages.of(document.body(), PASSAGE_WORDS)) {
      bulk.append("{\"index\":{}}\n")
          .append(
              ClusterClient.JSON
                  .createObjectNode()
                  .put("title", document.title())
                  .put("body", passage))
          .append('\n');
      passages++;
    }
    documents++;
    console.progress("%,d documents, %,d passages".formatted(documents, passages));
    if (bulk.length() > BULK_CHARACTERS) {
      try {
        send();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      }
    }
    return documents != most;
  }

  private void send() throws IOException, InterruptedException {
    if (bulk.isEmpty()) {
      return;
    }
    JsonNode answer = client.post(NAME + "/_bulk", bulk.toString()).ok("documents");
    bulk.setLength(0);
    if (answer.path("errors").asBoolean()) {
      throw new IOException(
          "OpenSearch rejected a passage: "
              + answer.findValue("error").path("reason").asText("no reason given"));
    }
  }
}
