package org.curtail.opensearch;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.curtail.opensearch.stats.NodeFigures;
import org.curtail.testkit.Eventually;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.action.support.WriteRequest.RefreshPolicy;
import org.opensearch.common.action.ActionFuture;
import org.opensearch.common.util.concurrent.ThreadContext.StoredContext;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.builder.SearchSourceBuilder;

/** Helper threads of a search: their users, and the headers that they see. */
@Timeout(300)
class HelpersTest {
  private static final TestNode node = TestNode.shared();

  @BeforeEach
  void policy() {
    node.set("curtail.policy", "fixed-3");
  }

  @AfterEach
  void automatic() {
    node.set("curtail.policy", "automatic");
  }

  private static SearchRequest slow(String name) {
    return new SearchRequest(WordsIndex.name(1))
        .source(new SearchSourceBuilder().query(new SlowWordsPlugin.SlowQueryBuilder(name)));
  }

  /** The first chunk that begins is held, so that helpers run the others. */
  @Test
  void theySeeTheHeadersOfItsRequestAndOfNoOther() {
    SlowWordsPlugin.THREADS.clear();
    SlowWordsPlugin.HEADERS.clear();
    for (String header : List.of("ours", "another's")) {
      ActionFuture<SearchResponse> search = searchWith(header);
      try {
        Eventually.is("helped", () -> SlowWordsPlugin.THREADS.size() > 1);
      } finally {
        SlowWordsPlugin.MAY_GO_ON.release();
      }
      search.actionGet();
      assertThat(SlowWordsPlugin.THREADS).anyMatch(name -> name.startsWith("curtail"));
      assertThat(SlowWordsPlugin.HEADERS).containsExactly(header);
      SlowWordsPlugin.THREADS.clear();
      SlowWordsPlugin.HEADERS.clear();
    }
  }

  private static ActionFuture<SearchResponse> searchWith(String header) {
    StoredContext before = node.threadContext().stashContext();
    try {
      node.threadContext().putHeader(SlowWordsPlugin.HEADER, header);
      return node.client().search(slow("of " + header));
    } finally {
      before.restore();
    }
  }

  @Test
  void anIndexThatIsToHaveNoConcurrentSearchHasNone() {
    String mode = "index.search.concurrent_segment_search.mode";
    node.setIndex(WordsIndex.name(1), mode, "none");
    try {
      assertThat(searchesOfSeveralThreads()).isZero();
      node.setIndex(WordsIndex.name(1), "index.curtail.max_threads", "2");
      assertThat(searchesOfSeveralThreads()).isPositive();
    } finally {
      node.setIndex(WordsIndex.name(1), "index.curtail.max_threads", null);
      node.setIndex(WordsIndex.name(1), mode, null);
    }
    assertThat(searchesOfSeveralThreads()).isPositive();
  }

  private static long searchesOfSeveralThreads() {
    long before = node.figures().searches().severalThreads();
    for (int i = 0; i < 20; i++) {
      node.client()
          .search(
              new SearchRequest(WordsIndex.name(1))
                  .source(
                      new SearchSourceBuilder()
                          .query(QueryBuilders.matchPhraseQuery("text", "w2 w3").slop(30))))
          .actionGet();
    }
    return node.figures().searches().severalThreads() - before;
  }

  /** They have a separate pool and must not take places of users' searches. */
  @Test
  void searchesOfTheSystemsIndexesAreOpenSearchs() {
    var document = new IndexRequest(SlowWordsPlugin.SYSTEM_INDEX).source("text", "w3");
    node.client().index(document.setRefreshPolicy(RefreshPolicy.IMMEDIATE)).actionGet();
    NodeFigures before = node.figures();
    var request =
        new SearchRequest(SlowWordsPlugin.SYSTEM_INDEX)
            .source(new SearchSourceBuilder().query(QueryBuilders.matchQuery("text", "w3")));
    assertThat(node.client().search(request).actionGet().getHits().getHits()).hasSize(1);
    NodeFigures after = node.figures();
    assertThat(aside(after) - aside(before)).isEqualTo(1);
    assertThat(after.searches().completed()).isEqualTo(before.searches().completed());
  }

  private static long aside(NodeFigures figures) {
    return requireNonNull(figures.queryPhases().get("aside"));
  }
}
