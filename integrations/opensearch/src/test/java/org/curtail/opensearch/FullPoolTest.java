package org.curtail.opensearch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.curtail.opensearch.SlowWordsPlugin.SlowQueryBuilder;
import org.curtail.testkit.Eventually;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.common.action.ActionFuture;
import org.opensearch.common.settings.Settings;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.threadpool.ThreadPool;

/** A node of one processor, whose pool has four threads: long searches hold all of them. */
@Timeout(300)
class FullPoolTest {
  private static final int THREADS = 4;

  private static final QueryBuilder LOOK_UP = QueryBuilders.matchQuery("text", "w3");

  @TempDir private static Path home;
  private static TestNode node;

  @BeforeAll
  static void start() throws Exception {
    node =
        TestNode.start(
            home,
            Settings.builder()
                .put("node.processors", 1)
                .put("thread_pool.search.size", THREADS)
                .build());
    WordsIndex.create(node.client(), 1);
    search(LOOK_UP).actionGet(); // The node learns what a short search takes.
  }

  @AfterAll
  static void stop() {
    node.close(home);
  }

  private static ActionFuture<SearchResponse> search(QueryBuilder query) {
    return node.client()
        .search(
            new SearchRequest(WordsIndex.name(1)).source(new SearchSourceBuilder().query(query)));
  }

  private static ThreadPoolExecutor pool() {
    return (ThreadPoolExecutor) node.threadPool().executor(ThreadPool.Names.SEARCH);
  }

  @ParameterizedTest
  @ValueSource(strings = {"automatic", "fixed-2"})
  void aShortSearchEndsWhileFourLongOnesHoldAllThreadsAndAllIsAsBeforeInTheEnd(String policy) {
    node.set("curtail.policy", policy);
    List<ActionFuture<SearchResponse>> held = new ArrayList<>();
    try {
      for (int i = 0; i < THREADS; i++) {
        held.add(search(new SlowQueryBuilder(SlowWordsPlugin.UNTIL_TOLD)));
      }
      Eventually.is("all threads are held", () -> pool().getActiveCount() == THREADS);
      SearchResponse found = search(LOOK_UP).actionGet(120, TimeUnit.SECONDS);
      assertThat(found.getHits().getHits()).isNotEmpty();
      assertThat(held).noneMatch(ActionFuture::isDone);
      assertThat(pool().getMaximumPoolSize()).isBetween(THREADS + 1, 2 * THREADS);
    } finally {
      SlowWordsPlugin.HURRY.set(true);
      held.forEach(ActionFuture::actionGet);
      SlowWordsPlugin.HURRY.set(false);
      node.set("curtail.policy", "automatic");
    }
    Eventually.is("the pool is as before", () -> pool().getMaximumPoolSize() == THREADS);
    assertThat(pool().getCorePoolSize()).isEqualTo(THREADS);
    SearchCleanup.assertComplete(List.of(node));
  }
}
