package org.curtail.opensearch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What equality of answers is tested with has everything in it that it is meant to have. */
class RandomRequestsTest {
  private static final String DRAWN = drawn();

  private static String drawn() {
    var requests = new RandomRequests(new Random(1));
    return Stream.generate(requests::next)
        .limit(2_000)
        .map(Object::toString)
        .collect(Collectors.joining("\n"));
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
        "must",
        "filter",
        "must_not",
        "should",
        "minimum_should_match",
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
    assertThat(DRAWN).contains("\"" + kind + "\":");
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
    assertThat(DRAWN).contains("\"" + part + "\":");
  }

  @Test
  void queriesLieInQueries() {
    assertThat(DRAWN).containsPattern("\\{\"bool\":\\{\"[a-z_]+\":\\[\\{\"bool\"");
  }
}
