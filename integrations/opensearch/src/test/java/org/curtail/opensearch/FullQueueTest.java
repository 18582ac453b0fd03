package org.curtail.opensearch;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.curtail.opensearch.SlowWordsPlugin.SlowQueryBuilder;
import org.curtail.testkit.Eventually;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.opensearch.ExceptionsHelper;
import org.opensearch.OpenSearchException;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.common.action.ActionFuture;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.builder.SearchSourceBuilder;

/** Far more simultaneous searches than OpenSearch's pool has threads and queue places. */
@Timeout(300)
class FullQueueTest {
  private static final int AT_ONCE = 60;

  @TempDir private static Path home;
  private static TestNode node;

  @BeforeAll
  static void start() throws Exception {
    node =
        TestNode.start(
            home,
            Settings.builder()
                .put("thread_pool.search.size", 2)
                .put("thread_pool.search.queue_size", 3)
                .build());
    WordsIndex.create(node.client(), 1);
  }

  @AfterAll
  static void stop() {
    node.close(home);
  }

  @BeforeEach
  void forget() {
    SlowWordsPlugin.BEGUN.clear();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void everySearchIsAnsweredOrRefusedAndNothingIsLeftBehind(boolean admission) {
    node.set("curtail.admission.enabled", Boolean.toString(admission));
    var searches = new ArrayList<ActionFuture<SearchResponse>>();
    for (int i = 0; i < AT_ONCE; i++) {
      searches.add(search(new SlowQueryBuilder("held")));
    }
    Eventually.is("one has begun", () -> SlowWordsPlugin.BEGUN.contains("held"));
    SlowWordsPlugin.MAY_GO_ON.release(AT_ONCE);
    int refused = 0;
    for (ActionFuture<SearchResponse> one : searches) {
      try {
        assertThat(hits(one.actionGet())).isPositive();
      } catch (OpenSearchException e) {
        assertThat(ExceptionsHelper.status(e)).isEqualTo(RestStatus.TOO_MANY_REQUESTS);
        refused++;
      }
    }
    SlowWordsPlugin.MAY_GO_ON.drainPermits();
    assertThat(admission || refused > 0).as("without admission, the queue is full").isTrue();
    SearchCleanup.assertComplete(List.of(node));
    assertThat(hits(search(QueryBuilders.matchAllQuery()).actionGet())).isPositive();
  }

  private static ActionFuture<SearchResponse> search(QueryBuilder query) {
    return node.client()
        .search(
            new SearchRequest(WordsIndex.name(1))
                .source(new SearchSourceBuilder().query(query).trackTotalHits(true)));
  }

  private static long hits(SearchResponse response) {
    return requireNonNull(response.getHits().getTotalHits()).value();
  }
}
