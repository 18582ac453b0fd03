package org.curtail.opensearch;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.curtail.opensearch.stats.NodeFigures;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchType;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.sort.SortOrder;

/** Requests have equal responses with the plugin on and off ({@link PlainResponses}). */
@Timeout(3_600)
class SameAnswersTest {
  /** Number of requests per switch of the plugin. */
  private static final int BATCH = 20;

  private static final TestNode node = TestNode.shared();

  @BeforeAll
  static void policy() {
    node.set("curtail.policy", "fixed-3");
  }

  private static void enabled(boolean isEnabled) {
    node.set("curtail.enabled", Boolean.toString(isEnabled));
  }

  private static long taken(NodeFigures figures, String route) {
    return requireNonNull(figures.queryPhases().get(route));
  }

  @Test
  void randomRequestsHaveTheSameAnswers() {
    NodeFigures before = node.figures();
    int batches = Cases.count(5, 1_000);
    Cases.random(1, batches, SameAnswersTest::assertTheSameInAnyMode);
    NodeFigures after = node.figures();
    int requests = batches * BATCH;
    assertThat(taken(after, "windows") - taken(before, "windows")).isGreaterThan(requests / 2);
    assertThat(taken(after, "slices") - taken(before, "slices")).isGreaterThan(requests / 6);
    assertThat(after.searches().severalThreads()).isGreaterThan(requests / 3);
    // Other test classes let searches fail on the same node.
    assertThat(after.searches().failed() - before.searches().failed()).isZero();
  }

  /** If each search has one thread, OpenSearch runs it. */
  @Test
  void soTheyHaveOnOneThread() {
    node.set("curtail.policy", "sequential");
    node.set("search.concurrent_segment_search.mode", "none");
    try {
      NodeFigures before = node.figures();
      int batches = Cases.count(3, 200);
      Cases.random(2, batches, SameAnswersTest::assertTheSameAnswers);
      NodeFigures after = node.figures();
      assertThat(taken(after, "one_thread") - taken(before, "one_thread"))
          .isGreaterThan(batches * BATCH / 10);
      assertThat(after.searches().severalThreads()).isEqualTo(before.searches().severalThreads());
      assertThat(after.searches().failed() - before.searches().failed()).isZero();
    } finally {
      node.set("search.concurrent_segment_search.mode", "all");
      policy();
    }
  }

  /** OpenSearch's own responses leave out hits; the plugin's leave out the same. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void searchesOfWhichOpenSearchLooksAtAPartOnlyHaveTheSamePart(boolean isFilter)
      throws IOException {
    String index = "words-filtered-" + isFilter;
    WordsIndex.create(node.client(), index, 1, 0, true);
    var words = QueryBuilders.matchPhraseQuery("text", "w5 w20").slop(2);
    var all = QueryBuilders.matchAllQuery();
    var filtered =
        new SearchRequest(index)
            .source(
                new SearchSourceBuilder()
                    .query(isFilter ? words : all)
                    .postFilter(isFilter ? all : words)
                    .sort("number", SortOrder.DESC)
                    .trackTotalHits(false)
                    .size(16));
    enabled(false);
    String plain = Answers.of(node.client(), filtered);
    enabled(true);
    NodeFigures before = node.figures();
    int times = Cases.count(8, 100);
    for (int i = 0; i < times; i++) {
      assertThat(Answers.of(node.client(), filtered)).isEqualTo(plain);
    }
    assertThat(taken(node.figures(), "approximated") - taken(before, "approximated"))
        .isEqualTo(times);
  }

  /** On one thread of OpenSearch's own and on several. */
  private static void assertTheSameInAnyMode(RandomGenerator random) throws IOException {
    List<String> modes = List.of("all", "auto", "none");
    node.set("search.concurrent_segment_search.mode", modes.get(random.nextInt(modes.size())));
    try {
      assertTheSameAnswers(random);
    } finally {
      node.set("search.concurrent_segment_search.mode", "all");
    }
  }

  private static void assertTheSameAnswers(RandomGenerator random) throws IOException {
    var requests = new ArrayList<SearchRequest>();
    for (int i = 0; i < BATCH; i++) {
      requests.add(request(random));
    }
    enabled(false);
    var plain = new ArrayList<String>();
    for (SearchRequest request : requests) {
      plain.add(Answers.of(node.client(), request));
    }
    enabled(true);
    var own = new PlainResponses(List.of(node), request -> Answers.of(node.client(), request));
    for (int i = 0; i < BATCH; i++) {
      SearchRequest request = requests.get(i);
      own.assertContains(request, plain.get(i), Answers.of(node.client(), request));
    }
  }

  private static SearchRequest request(RandomGenerator random) {
    String index = WordsIndex.name(random.nextBoolean() ? 1 : 3);
    SearchRequest request = new SearchRequest(index).source(new RandomRequests(random).next());
    return random.nextInt(4) == 0 ? request.searchType(SearchType.DFS_QUERY_THEN_FETCH) : request;
  }
}
