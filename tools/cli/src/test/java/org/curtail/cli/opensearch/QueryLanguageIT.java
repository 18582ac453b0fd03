package org.curtail.cli.opensearch;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Searches of all kinds that OpenSearch's distribution knows, with scripts, parents and nested
 * documents too, some of them wrong: the answers, and the errors, are those without the plugin.
 */
@Timeout(1_200)
@EnabledIfSystemProperty(
    named = "curtail.plugin.zip",
    matches = ".+",
    disabledReason = "needs -Popensearch-distribution")
class QueryLanguageIT {
  private static final int DOCUMENTS = 6_000;
  private static final List<String> INDEXES = List.of("many", "one", "sorted");
  private static final List<String> MODES = List.of("none", "all", "auto");

  private static Distribution distribution;
  private static LocalNode node;
  private static ClusterClient client;

  @BeforeAll
  static void start() throws Exception {
    distribution = PluginZip.distribution();
    Distribution.Ended installed = distribution.install(PluginZip.built());
    assertThat(installed.exitCode()).as(installed.output()).isZero();
    List<NodePlace> places = NodePlace.free(1);
    node = new LocalNode(distribution, places.getFirst(), places, "");
    node.configure(Map.of("node.processors", "3"));
    node.start();
    node.awaitCluster(1, () -> {});
    client = new ClusterClient(node.address());
    for (String index : INDEXES) {
      create(index);
    }
    set("curtail.policy", "fixed-3");
  }

  @AfterAll
  static void stop() throws IOException {
    client.close();
    node.close();
    distribution.close();
  }

  private static JsonNode json(String text) throws IOException {
    return ClusterClient.JSON.readTree(text);
  }

  private static void set(String setting, String value) throws Exception {
    client
        .put(
            "_cluster/settings",
            json("{\"transient\": {\"%s\": \"%s\"}}".formatted(setting, value)))
        .ok(setting);
  }

  private static void create(String name) throws Exception {
    ObjectNode index =
        (ObjectNode)
            json(
                """
                {"settings": {"index.number_of_replicas": 0, "index.requests.cache.enable": false,
                              "index.merge.policy.segments_per_tier": 30},
                 "mappings": {"properties": {
                   "text": {"type": "text"}, "title": {"type": "text"}, "kind": {"type": "keyword"},
                   "words": {"type": "keyword"}, "number": {"type": "long"}, "least": {"type": "long"},
                   "rank_number": {"type": "double"}, "rank": {"type": "rank_feature"},
                   "day": {"type": "date"}, "place": {"type": "geo_point"}, "address": {"type": "ip"},
                   "query": {"type": "percolator"},
                   "parts": {"type": "nested", "properties": {"name": {"type": "keyword"}, "size": {"type": "long"}}},
                   "kin": {"type": "join", "relations": {"question": "answer"}}}}}
                """);
    ObjectNode settings = (ObjectNode) index.path("settings");
    settings.put("index.number_of_shards", name.equals("many") ? 2 : 1);
    if (name.equals("sorted")) {
      // An index with nested documents cannot be sorted.
      settings.put("index.sort.field", "number");
      ((ObjectNode) index.at("/mappings/properties")).putObject("parts").put("type", "object");
    }
    client.put(name, index).ok(name);
    var random = new Random(name.hashCode());
    for (int from = 0; from < DOCUMENTS; from += 1_000) {
      var bulk = new StringBuilder();
      for (int id = from; id < from + 1_000; id++) {
        add(bulk, id, random);
      }
      assertThat(
              client
                  .post(name + "/_bulk?refresh=true", bulk.toString())
                  .ok("bulk")
                  .path("errors")
                  .asBoolean())
          .isFalse();
    }
    if (name.equals("one")) {
      client.post(name + "/_forcemerge?max_num_segments=1", "").ok("merge");
    }
    var deletions = new StringBuilder();
    for (int id = 5; id < DOCUMENTS; id += 11) {
      deletions.append("{\"delete\":{\"_id\":\"%d\",\"routing\":\"r\"}}%n".formatted(id));
    }
    client.post(name + "/_bulk?refresh=true", deletions.toString()).ok("deletions");
  }

  /** Adds a document; every third is a question, and the next two are its answers. */
  private static void add(StringBuilder bulk, int id, Random random) {
    var text = new StringBuilder("all");
    ObjectNode document = ClusterClient.JSON.createObjectNode();
    var words = document.putArray("words");
    for (int word = 2; word < 40; word++) {
      if (random.nextInt(word) == 0) {
        text.append(" w").append(word);
        words.add("w" + word);
      }
    }
    document.put("text", text.toString());
    document.put("title", "title w" + random.nextInt(10) + " k" + id % 17);
    document.put("kind", "k" + id % 17);
    document.put("number", random.nextInt(500));
    document.put("least", 1 + random.nextInt(3));
    document.put("rank_number", random.nextInt(100) / 10.0);
    if (id % 5 > 0) {
      document.put("rank", 0.5 + random.nextInt(40));
    }
    document.put("day", "2026-%02d-%02d".formatted(1 + random.nextInt(4), 1 + random.nextInt(28)));
    document
        .putObject("place")
        .put("lat", random.nextInt(60) - 30)
        .put("lon", random.nextInt(60) - 30);
    document.put("address", "10.0.%d.%d".formatted(random.nextInt(3), random.nextInt(256)));
    for (int part = random.nextInt(3); part >= 0; part--) {
      document
          .withArray("parts")
          .addObject()
          .put("name", "p" + part)
          .put("size", random.nextInt(10));
    }
    if (id % 100 == 0) {
      document.putObject("query").putObject("match").put("text", "w" + (2 + random.nextInt(20)));
    }
    ObjectNode kin = document.putObject("kin");
    kin.put("name", id % 3 == 0 ? "question" : "answer");
    if (id % 3 > 0) {
      kin.put("parent", Integer.toString(id - id % 3));
    }
    bulk.append("{\"index\":{\"_id\":\"%d\",\"routing\":\"r\"}}%n".formatted(id))
        .append(document)
        .append('\n');
  }

  private static List<String> bodies() throws IOException {
    try (InputStream in =
        requireNonNull(QueryLanguageIT.class.getResourceAsStream("searches.jsonl"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }

  private static List<String> answers() throws Exception {
    var answers = new ArrayList<String>();
    for (String index : INDEXES) {
      for (String body : bodies()) {
        for (String type : List.of("query_then_fetch", "dfs_query_then_fetch")) {
          ClusterClient.Answer answer = client.post(index + "/_search?search_type=" + type, body);
          if (answer.body() instanceof ObjectNode whole) {
            whole.remove("took");
          }
          answers.add("%d %s %s: %s".formatted(answer.status(), index, body, answer.body()));
        }
      }
    }
    return answers;
  }

  @Test
  void everyAnswerAndEveryErrorIsThatWithoutThePlugin() throws Exception {
    for (String mode : MODES) {
      set("search.concurrent_segment_search.mode", mode);
      set("curtail.enabled", "false");
      List<String> plain = answers();
      set("curtail.enabled", "true");
      List<String> own = answers();
      for (int i = 0; i < plain.size(); i++) {
        assertThat(own.get(i)).as("mode %s", mode).isEqualTo(plain.get(i));
      }
      assertThat(plain.stream().filter(answer -> answer.startsWith("200")).count())
          .as("searches that have an answer")
          .isGreaterThan(plain.size() * 4L / 5);
    }
    JsonNode phases = client.get("_plugins/_curtail/stats").ok("stats").findValue("query_phases");
    assertThat(phases.path("windows").asInt()).isGreaterThan(200);
    assertThat(phases.path("slices").asInt()).isGreaterThan(50);
    assertThat(
            client
                .get("_nodes/stats/indices/search")
                .ok("contexts")
                .findValue("open_contexts")
                .asInt())
        .isZero();
  }
}
