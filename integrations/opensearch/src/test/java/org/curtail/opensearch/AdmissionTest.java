package org.curtail.opensearch;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.curtail.opensearch.SlowWordsPlugin.SlowQueryBuilder;
import org.curtail.opensearch.stats.NodeFigures;
import org.curtail.testkit.Eventually;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.opensearch.ExceptionsHelper;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.common.action.ActionFuture;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.threadpool.ThreadPoolStats;

/** Searches held after their start fill the pool; later ones wait in the admission queue. */
@Timeout(300)
class AdmissionTest {
  /** Number of threads of the node's pool. */
  static final int PLACES = 5;

  private static final TestNode node = TestNode.shared();

  private final List<ActionFuture<SearchResponse>> searches = new ArrayList<>();
  private NodeFigures.Admission before = node.figures().admission();

  @BeforeEach
  void fill() {
    node.set("curtail.policy", "sequential");
    before = node.figures().admission();
    SlowWordsPlugin.BEGUN.clear();
    for (int i = 0; i < PLACES; i++) {
      search("first", "normal");
    }
    Eventually.is("full", () -> SlowWordsPlugin.BEGUN.size() == PLACES);
  }

  /** Checks that all places are free and nothing is left. */
  @AfterEach
  void empty() {
    SlowWordsPlugin.MAY_GO_ON.release(searches.size());
    for (ActionFuture<SearchResponse> search : searches) {
      var hits = search.actionGet().getHits();
      assertThat(requireNonNull(hits.getTotalHits()).value()).isPositive();
    }
    SlowWordsPlugin.MAY_GO_ON.drainPermits();
    node.set("curtail.admission.enabled", "true");
    node.set("curtail.admission.max_waiting", "1000");
    node.set("curtail.admission.timeout", "30s");
    Eventually.is("empty", () -> node.figures().searches().running() == 0);
    assertThat(node.figures().admission().waiting()).isZero();
  }

  private static SearchRequest held(String name) {
    return new SearchRequest(WordsIndex.name(1))
        .source(new SearchSourceBuilder().query(new SlowQueryBuilder(name)));
  }

  private void search(String name, String className) {
    ThreadContext context = node.threadContext();
    ThreadContext.StoredContext without = context.stashContext();
    try {
      context.putHeader(QueryOptions.HEADER, className);
      searches.add(node.client().search(held(name)));
    } finally {
      without.restore();
    }
  }

  private static void awaitWaiting(int queries) {
    Eventually.is(queries + " wait", () -> node.figures().admission().waiting() == queries);
  }

  private static ThreadPoolStats.Stats searchPool() {
    for (ThreadPoolStats.Stats stats : node.threadPool().stats()) {
      if (stats.getName().equals(ThreadPool.Names.SEARCH)) {
        return stats;
      }
    }
    throw new AssertionError("a node has a search pool");
  }

  @Test
  void whoWaitsHoldsNoThreadAndNoPlaceInTheQueueOfThePool() {
    for (int i = 0; i < 20; i++) {
      search("waits", "normal");
    }
    awaitWaiting(20);
    assertThat(searchPool().getActive()).isEqualTo(PLACES);
    assertThat(searchPool().getQueue()).isZero();
    assertThat(SlowWordsPlugin.BEGUN).doesNotContain("waits");
    assertThat(node.figures().admission().waited() - before.waited()).isEqualTo(20);
  }

  @Test
  void theUrgentGoFirstAndThoseInTheBackgroundLast() {
    for (String className : List.of("background", "normal", "urgent")) {
      search(className, className);
      awaitWaiting(searches.size() - PLACES);
    }
    for (int begun = PLACES + 1; begun <= PLACES + 3; begun++) {
      SlowWordsPlugin.MAY_GO_ON.release();
      int all = begun;
      Eventually.is(all + " began", () -> SlowWordsPlugin.BEGUN.size() == all);
    }
    assertThat(SlowWordsPlugin.BEGUN).endsWith("urgent", "normal", "background");
  }

  @Test
  void moreThanMayWaitAreRejected() {
    node.set("curtail.admission.max_waiting", "1");
    search("waits", "normal");
    awaitWaiting(1);
    assertRejected("1 shard queries already wait on this node");
    Eventually.is("counted", () -> node.figures().admission().rejected() - before.rejected() == 1);
  }

  @Test
  void aMoreImportantQueryTakesThePlaceOfALessImportantOneThatWaits() {
    node.set("curtail.admission.max_waiting", "1");
    search("in the background", "background");
    ActionFuture<SearchResponse> rejected = searches.removeLast();
    awaitWaiting(1);
    search("more important", "normal");
    assertThatThrownBy(rejected::actionGet)
        .hasStackTraceContaining("a query of class normal arrived, which goes before background")
        .satisfies(
            e -> assertThat(ExceptionsHelper.status(e)).isEqualTo(RestStatus.TOO_MANY_REQUESTS));
    awaitWaiting(1);
    assertThat(
            rejectedByClass(node.figures().admission(), "background")
                - rejectedByClass(before, "background"))
        .isOne();
    SlowWordsPlugin.MAY_GO_ON.release();
    Eventually.is("begun", () -> SlowWordsPlugin.BEGUN.contains("more important"));
    assertThat(SlowWordsPlugin.BEGUN).doesNotContain("in the background");
  }

  private static long rejectedByClass(NodeFigures.Admission admission, String name) {
    return requireNonNull(admission.rejectedByClass().get(name));
  }

  @Test
  void whoHasWaitedForTooLongIsRejected() {
    node.set("curtail.admission.timeout", "100ms");
    assertRejected("waited 100ms for a place");
    Eventually.is("counted", () -> node.figures().admission().timedOut() - before.timedOut() == 1);
  }

  private static void assertRejected(String why) {
    assertThatThrownBy(() -> node.client().search(held("rejected")).actionGet())
        .hasStackTraceContaining(why)
        .satisfies(
            e -> assertThat(ExceptionsHelper.status(e)).isEqualTo(RestStatus.TOO_MANY_REQUESTS));
    assertThat(SlowWordsPlugin.BEGUN).doesNotContain("rejected");
  }

  @Test
  void whoIsCancelledWhileItWaitsLeavesTheLine() {
    SearchRequest request = held("cancelled");
    request.setCancelAfterTimeInterval(TimeValue.timeValueMillis(100));
    assertThatThrownBy(() -> node.client().search(request).actionGet())
        .hasStackTraceContaining("cancelled");
    Eventually.is(
        "counted", () -> node.figures().admission().cancelled() - before.cancelled() == 1);
    awaitWaiting(0);
    assertThat(SlowWordsPlugin.BEGUN).doesNotContain("cancelled");
  }

  @Test
  void aPoolThatGrowsHasMorePlaces() {
    search("waits", "normal");
    search("waits too", "normal");
    awaitWaiting(2);
    node.set("cluster.thread_pool.search.size", Integer.toString(PLACES + 1));
    try {
      Eventually.is("begun", () -> SlowWordsPlugin.BEGUN.contains("waits"));
      awaitWaiting(1);
    } finally {
      // Without a value the size would stay.
      node.set("cluster.thread_pool.search.size", Integer.toString(PLACES));
    }
  }

  @Test
  void policiesTakeEachOthersPlacesWhileQueriesWait() {
    search("waits", "normal");
    awaitWaiting(1);
    node.set("curtail.policy", "automatic");
    node.set("curtail.policy", "fixed-2");
    SlowWordsPlugin.MAY_GO_ON.release();
    Eventually.is("begun", () -> SlowWordsPlugin.BEGUN.contains("waits"));
  }

  /** Otherwise each search would hold one place and wait for another. */
  @Test
  void whoSearchesWithinItsSearchNeedsNoOtherPlace() {
    for (int i = 0; i < PLACES; i++) {
      search(SlowWordsPlugin.SEARCHES_WITHIN, "normal");
    }
    awaitWaiting(PLACES);
    SlowWordsPlugin.MAY_GO_ON.release(PLACES);
    Eventually.is("all are answered", () -> searches.stream().allMatch(ActionFuture::isDone));
  }

  @Test
  void theTimeForWhichAQueryWaitedIsSaidToBeAdmission() throws Exception {
    node.set("curtail.slowlog.threshold", "0ms");
    NodeFigures.Causes causes = node.figures().causes();
    search("waits", "normal");
    awaitWaiting(1);
    Thread.sleep(50);
    SlowWordsPlugin.MAY_GO_ON.release(searches.size());
    for (ActionFuture<SearchResponse> search : searches) {
      search.actionGet();
    }
    node.set("curtail.slowlog.threshold", "-1");
    NodeFigures.Causes after = node.figures().causes();
    assertThat(admissionMillis(after) - admissionMillis(causes)).isGreaterThanOrEqualTo(50);
    assertThat(slow(after) - slow(causes)).isEqualTo(PLACES + 1);
  }

  private static long admissionMillis(NodeFigures.Causes causes) {
    return requireNonNull(causes.millis().get("admission"));
  }

  private static long slow(NodeFigures.Causes causes) {
    return causes.slowBy().values().stream().mapToLong(Long::longValue).sum();
  }
}
