package org.curtail.opensearch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.curtail.opensearch.SlowWordsPlugin.SlowQueryBuilder;
import org.curtail.testkit.Eventually;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.common.action.ActionFuture;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.builder.SearchSourceBuilder;

/** Long searches hold all but one thread of OpenSearch's pool: a short one does not wait. */
@Timeout(300)
class ShortBehindLongTest {
  /** Four for each processor of the node, so more than the engine can give to one search each. */
  private static final int THREADS = 12;

  private static final int THREADS_BEFORE = 5;

  private static final TestNode node = TestNode.shared();

  private final List<ActionFuture<SearchResponse>> held = new ArrayList<>();

  @BeforeEach
  void grow() {
    poolSize(THREADS);
    SlowWordsPlugin.BEGUN.clear();
  }

  @AfterEach
  void letThemGo() {
    SlowWordsPlugin.MAY_GO_ON.release(held.size());
    held.forEach(ActionFuture::actionGet);
    SlowWordsPlugin.MAY_GO_ON.drainPermits();
    node.set("search.concurrent_segment_search.mode", "all");
    node.set("curtail.policy", "automatic");
    poolSize(THREADS_BEFORE);
  }

  private static void poolSize(int threads) {
    node.set("cluster.thread_pool.search.size", Integer.toString(threads));
  }

  @ParameterizedTest
  @ValueSource(strings = {"automatic", "sequential", "processor-sharing", "fixed-2", "fixed-3"})
  void nobodyWaitsWhileThePoolHasAThread(String policy) {
    node.set("curtail.policy", policy);
    node.set("search.concurrent_segment_search.mode", "none");
    for (int i = 1; i < THREADS; i++) {
      held.add(
          node.client()
              .search(
                  new SearchRequest(WordsIndex.name(1))
                      .source(new SearchSourceBuilder().query(new SlowQueryBuilder("long")))));
    }
    Eventually.is("all are searched", () -> SlowWordsPlugin.BEGUN.size() == THREADS - 1);
    SearchResponse found =
        node.client()
            .search(
                new SearchRequest(WordsIndex.name(1))
                    .source(
                        new SearchSourceBuilder().query(QueryBuilders.matchQuery("text", "w3"))))
            .actionGet(60, TimeUnit.SECONDS);
    assertThat(found.getHits().getHits()).isNotEmpty();
    assertThat(node.figures().admission().waiting()).isZero();
  }
}
