package org.curtail.opensearch;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.builder.SearchSourceBuilder;

@Timeout(300)
class CurtailPluginTest {
  private static final TestNode node = TestNode.shared();

  @BeforeAll
  static void policy() {
    node.set("curtail.policy", "automatic");
  }

  private static HttpResponse<String> ask(String path, String... headers) throws Exception {
    try (var client = HttpClient.newHttpClient()) {
      HttpRequest.Builder request = HttpRequest.newBuilder(node.address().resolve(path));
      return client.send(
          (headers.length == 0 ? request : request.headers(headers)).build(),
          HttpResponse.BodyHandlers.ofString());
    }
  }

  private static String text(String path) throws Exception {
    HttpResponse<String> response = ask(path);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return response.body();
  }

  private static JsonNode get(String path) throws Exception {
    return new ObjectMapper().readTree(text(path));
  }

  private static SearchRequest search(String text) {
    return new SearchRequest(WordsIndex.name(1))
        .source(new SearchSourceBuilder().query(QueryBuilders.matchQuery("text", text)));
  }

  private static long hits() {
    var hits = node.client().search(search("w3 w5")).actionGet().getHits();
    return requireNonNull(hits.getTotalHits()).value();
  }

  @Test
  void itLearnsByItselfAndSaysSo() throws Exception {
    hits();
    JsonNode figures = get("/_plugins/_curtail/stats").get("nodes").iterator().next();
    assertThat(figures.get("policy").asText()).isEqualTo("automatic");
    assertThat(figures.get("cores").asInt()).isEqualTo(3);
    assertThat(figures.at("/query_phases/one_thread").asLong()).isPositive();
    assertThat(figures.at("/searches/failed").asLong()).isZero();
    JsonNode explained = get("/_plugins/_curtail/explain").get("nodes").iterator().next();
    assertThat(explained.get("explanation").toString())
        .contains(
            "safe policy",
            "by OpenSearch, since the policy, or their index, gives them one thread");
    assertThat(get("/_plugins/_curtail/n0/stats").get("nodes")).hasSize(1);
  }

  @Test
  void figuresOfAllNodesAreAddedUpAndShownInColumns() throws Exception {
    hits();
    JsonNode stats = get("/_plugins/_curtail/stats");
    JsonNode figures = stats.get("nodes").iterator().next();
    assertThat(stats.at("/total/query_phases")).isEqualTo(figures.get("query_phases"));
    assertThat(figures.at("/shard_queries/count").asLong()).isPositive();
    assertThat(figures.at("/shard_queries/millis").size()).isEqualTo(Cause.values().length);
    assertThat(figures.get("mode").asText()).isEqualTo("searcher");
    assertThat(text("/_cat/curtail?v").lines())
        .hasSize(2)
        .first()
        .asString()
        .startsWith("node mode     enabled policy");
    assertThat(text("/_cat/curtail?h=node,waiting")).isEqualTo("n0 0\n");
    assertThat(text("/_cat")).contains("/_cat/curtail");
  }

  @Test
  void kindsOfSearchesAreShownWithTheirCostsAndWithoutWords() throws Exception {
    hits();
    JsonNode node = get("/_plugins/_curtail/kinds").get("nodes").iterator().next();
    String name = WordsIndex.name(1) + ": match[text], size 16";
    JsonNode kind =
        node.get("kinds")
            .valueStream()
            .filter(one -> one.get("kind").asText().equals(name))
            .findFirst()
            .orElseThrow();
    assertThat(kind.get("searches").asLong()).isPositive();
    assertThat(kind.get("cpu_millis").asDouble()).isPositive();
    assertThat(kind.get("spread").asDouble()).isGreaterThanOrEqualTo(0);
    assertThat(text("/_cat/curtail_kinds?h=node,kind").lines().toList()).contains("n0 " + name);
    assertThat(text("/_plugins/_curtail/kinds")).doesNotContain("w3");
  }

  @Test
  void aClassThatDoesNotExistIsRefused() throws Exception {
    String search = "/" + WordsIndex.name(1) + "/_search?q=text:w3";
    assertThat(ask(search, QueryOptions.HEADER, "urgent").statusCode()).isEqualTo(200);
    HttpResponse<String> response = ask(search, QueryOptions.HEADER, "vip");
    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(response.body())
        .contains("[X-Curtail-Class]: expected one of urgent, normal, background, found vip");
  }

  @Test
  void aClusterMayIgnoreTheHeader() throws Exception {
    node.set("curtail.admission.class_header", "false");
    try {
      String search = "/" + WordsIndex.name(1) + "/_search?q=text:w3";
      assertThat(ask(search, QueryOptions.HEADER, "vip").statusCode()).isEqualTo(200);
    } finally {
      node.set("curtail.admission.class_header", "true");
    }
  }

  @Test
  void searchesOfAnIndexHaveNoMoreThreadsThanItAllows() {
    node.set("curtail.policy", "fixed-3");
    node.setIndex(WordsIndex.name(1), "index.curtail.max_threads", "1");
    long before = node.figures().searches().severalThreads();
    for (int i = 0; i < 20; i++) {
      hits();
    }
    assertThat(node.figures().searches().severalThreads()).isEqualTo(before);
    node.setIndex(WordsIndex.name(1), "index.curtail.max_threads", null);
    node.set("curtail.policy", "automatic");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "index.curtail.class       | vip | expected one of urgent, normal, background, found vip",
        "index.curtail.max_threads | -1  | must be >= 0",
        "index.curtail.hedge.enabled | 3 | Failed to parse value [3]",
      })
  void aBadSettingOfAnIndexIsRefused(String setting, String value, String complaint) {
    assertThatThrownBy(() -> node.setIndex(WordsIndex.name(1), setting, value))
        .hasStackTraceContaining(complaint);
  }

  @Test
  void searchesGoOnWhilePoliciesTakeEachOthersPlaces() throws Exception {
    long expected = hits();
    var over = new AtomicBoolean();
    try (var threads = Executors.newFixedThreadPool(2)) {
      Callable<Integer> searcher =
          () -> {
            int searches = 0;
            while (!over.get()) {
              assertThat(hits()).isEqualTo(expected);
              searches++;
            }
            return searches;
          };
      var first = threads.submit(searcher);
      var second = threads.submit(searcher);
      try {
        for (String policy :
            new String[] {"fixed-2", "sequential", "automatic", "fixed-3", "automatic"}) {
          node.set("curtail.policy", policy);
          assertThat(node.figures().policy()).isEqualTo(policy);
          node.set("curtail.enabled", "false");
          node.set("curtail.enabled", "true");
        }
      } finally {
        over.set(true);
      }
      assertThat(first.get() + second.get()).isPositive();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "curtail.policy  | fewtomany   | no policy is named 'fewtomany'",
        "curtail.policy  | few-to-many | policy 'few-to-many' needs an interval table, named by curtail.table",
        "curtail.policy  | clairvoyant-5 | a policy that needs no predictions, found clairvoyant-5",
        "curtail.table   | table.json  | not dynamically updateable",
        "curtail.policy  | fixed-193   | [curtail.policy]: 'fixed-193' wants 193 threads on 3 cores, expected at most 64 per core",
        "curtail.policy  | fixed-9999+boosting | wants 9,999 threads on 3 cores",
        "curtail.enabled | perhaps     | Failed to parse value [perhaps]",
        "curtail.mode    | off         | not dynamically updateable",
        "curtail.admission.max_waiting | -1  | must be >= 0",
        "curtail.admission.max_waiting | 20000 | must be <= 10000",
        "curtail.admission.timeout | 0ms | must be >= [1ms]",
        "curtail.hedge.enabled | sometimes | Failed to parse value [sometimes]",
        "curtail.hedge.budget  | 1.5       | must be <= 1.0",
        "curtail.hedge.budget  | 0         | must be >= 0.001",
        "curtail.hedge.percentile | 100    | must be <= 99.9",
        "curtail.hedge.percentile | 49     | must be >= 50.0",
        "curtail.hedge.least_delay | -2ms  | negative durations are not supported",
        "curtail.slowlog.threshold | soon | failed to parse setting [curtail.slowlog.threshold]",
      })
  void aBadSettingIsRefusedAndChangesNothing(String setting, String value, String complaint) {
    assertThatThrownBy(() -> node.set(setting, value)).hasStackTraceContaining(complaint);
    assertThat(node.figures().enabled()).isTrue();
  }
}
