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

  private static JsonNode get(String path) throws Exception {
    try (var client = HttpClient.newHttpClient()) {
      HttpResponse<String> response =
          client.send(
              HttpRequest.newBuilder(node.address().resolve(path)).build(),
              HttpResponse.BodyHandlers.ofString());
      assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
      return new ObjectMapper().readTree(response.body());
    }
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
    assertThat(figures.at("/query_phases/windows").asLong()).isPositive();
    assertThat(figures.at("/searches/failed").asLong()).isZero();
    assertThat(figures.at("/response_millis/p99").asDouble()).isPositive();
    JsonNode explained = get("/_plugins/_curtail/explain").get("nodes").iterator().next();
    assertThat(explained.get("explanation").toString())
        .contains("safe policy", "on the engine, by windows");
    assertThat(get("/_plugins/_curtail/n0/stats").get("nodes")).hasSize(1);
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
        "curtail.policy  | few-to-many | needs nothing but its name, found few-to-many",
        "curtail.enabled | perhaps     | Failed to parse value [perhaps]",
      })
  void aBadSettingIsRefusedAndChangesNothing(String setting, String value, String complaint) {
    assertThatThrownBy(() -> node.set(setting, value)).hasStackTraceContaining(complaint);
    assertThat(node.figures().enabled()).isTrue();
  }
}
