package org.curtail.opensearch;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.search.aggregations.AggregationBuilders;
import org.opensearch.search.aggregations.metrics.ValueCount;
import org.opensearch.search.builder.SearchSourceBuilder;

/** Searches of seconds that are ended early, on both routes through the engine. */
@Timeout(300)
class EndedEarlyTest {
  private static final TimeValue SOON = TimeValue.timeValueMillis(300);

  private static final TestNode node = TestNode.shared();

  @BeforeAll
  static void policy() {
    node.set("curtail.policy", "fixed-2");
  }

  private static SearchRequest slow(boolean aggregates) {
    var source =
        new SearchSourceBuilder()
            .query(new SlowWordsPlugin.SlowQueryBuilder(""))
            .trackTotalHits(true);
    if (aggregates) {
      source.aggregation(AggregationBuilders.count("count").field("kind"));
    }
    return new SearchRequest(WordsIndex.name(1)).source(source);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void atItsTimeoutASearchAnswersWithWhatItHasFound(boolean aggregates) {
    SearchRequest request = slow(aggregates);
    request.source().timeout(SOON);
    SearchResponse response = node.client().search(request).actionGet();
    assertThat(response.isTimedOut()).isTrue();
    long found = requireNonNull(response.getHits().getTotalHits()).value();
    assertThat(found).isBetween(1L, WordsIndex.DOCUMENTS / 2L);
    assertThat(response.getHits().getHits()).isNotEmpty();
    if (aggregates) {
      ValueCount count = response.getAggregations().get("count");
      assertThat(count.getValue()).isEqualTo(found);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void withoutPartialResultsItFailsAtItsTimeout(boolean aggregates) {
    SearchRequest request = slow(aggregates).allowPartialSearchResults(false);
    request.source().timeout(SOON);
    assertThatThrownBy(() -> node.client().search(request).actionGet())
        .hasStackTraceContaining("Time exceeded");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aCancelledSearchFailsAndNothingGoesOn(boolean aggregates) {
    SearchRequest request = slow(aggregates);
    request.setCancelAfterTimeInterval(SOON);
    assertThatThrownBy(() -> node.client().search(request).actionGet())
        .hasStackTraceContaining("cancel");
    assertThat(node.figures().searches().running()).isZero();
  }
}
