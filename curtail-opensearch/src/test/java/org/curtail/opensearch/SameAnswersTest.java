package org.curtail.opensearch;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.random.RandomGenerator;
import org.curtail.Cases;
import org.curtail.opensearch.stats.NodeFigures;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.common.xcontent.XContentType;
import org.opensearch.core.common.bytes.BytesReference;

/** The same requests with the plugin switched on and off: the answers are equal. */
@Timeout(300)
class SameAnswersTest {
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

  /** All but the times. */
  private static String answer(SearchRequest request) throws IOException {
    SearchResponse response = node.client().search(request).actionGet();
    BytesReference json =
        org.opensearch.core.xcontent.XContentHelper.toXContent(
            response,
            XContentType.JSON,
            org.opensearch.core.xcontent.ToXContent.EMPTY_PARAMS,
            true);
    return json.utf8ToString().replaceFirst("\"took\":\\d+", "");
  }

  @Test
  void randomRequestsHaveTheSameAnswers() {
    NodeFigures before = node.figures();
    int requests = Cases.count(300, 20_000);
    Cases.random(1, requests, SameAnswersTest::assertTheSameAnswer);
    NodeFigures after = node.figures();
    assertThat(taken(after, "windows") - taken(before, "windows")).isGreaterThan(requests / 2);
    assertThat(taken(after, "slices") - taken(before, "slices")).isGreaterThan(requests / 6);
    assertThat(after.searches().severalThreads()).isGreaterThan(requests / 3);
    assertThat(after.searches().failed()).isZero();
  }

  private static void assertTheSameAnswer(RandomGenerator random) throws IOException {
    String index = WordsIndex.name(random.nextBoolean() ? 1 : 3);
    SearchRequest request = new SearchRequest(index).source(new RandomRequests(random).next());
    enabled(false);
    String plain = answer(request);
    enabled(true);
    assertThat(answer(request)).as("%s", request.source()).isEqualTo(plain);
  }
}
