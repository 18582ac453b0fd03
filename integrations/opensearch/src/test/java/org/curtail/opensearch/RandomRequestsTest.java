package org.curtail.opensearch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.opensearch.search.builder.SearchSourceBuilder;

/** The random requests of the equality tests contain everything that they should. */
class RandomRequestsTest {
  private static final List<SearchSourceBuilder> DRAWN = drawn();
  private static final String REQUESTS = text(DRAWN.stream());

  /** Aggregations also have parts with these names. */
  private static final String QUERIES =
      text(DRAWN.stream().map(request -> new SearchSourceBuilder().query(request.query())));

  private static List<SearchSourceBuilder> drawn() {
    var requests = new RandomRequests(new Random(1));
    return Stream.generate(requests::next).limit(2_000).toList();
  }

  private static String text(Stream<SearchSourceBuilder> requests) {
    return requests.map(Object::toString).collect(Collectors.joining("\n"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "match_all",
        "match",
        "match_phrase",
        "prefix",
        "range",
        "terms",
        "function_score",
        "constant_score",
        "boosting",
        "dis_max",
        "bool",
        "wildcard",
        "regexp",
        "fuzzy",
        "match_phrase_prefix",
        "match_bool_prefix",
        "multi_match",
        "query_string",
        "simple_query_string",
        "ids",
        "exists",
        "span_near"
      })
  void everyKindOfQueryIsDrawn(String kind) {
    assertThat(QUERIES).contains("\"" + kind + "\":");
  }

  @ParameterizedTest
  @ValueSource(strings = {"must", "filter", "must_not", "should"})
  void everyClauseOfABoolQueryIsDrawn(String clause) {
    assertThat(QUERIES).contains("\"" + clause + "\":[");
  }

  @Test
  void soIsHowManyOfItsClausesAreToMatch() {
    assertThat(QUERIES).contains("\"minimum_should_match\":");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "from",
        "track_total_hits",
        "sort",
        "rescore",
        "post_filter",
        "min_score",
        "collapse",
        "search_after",
        "highlight",
        "explain",
        "terminate_after",
        "stats",
        "histogram",
        "cardinality",
        "global"
      })
  void everyPartOfARequestIsDrawn(String part) {
    assertThat(REQUESTS).contains("\"" + part + "\":");
  }

  @Test
  void queriesLieInQueries() {
    assertThat(QUERIES).containsPattern("\\{\"bool\":\\{\"[a-z_]+\":\\[\\{\"bool\"");
  }
}
