package org.curtail.opensearch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.curtail.opensearch.stats.NodeFigures;
import org.curtail.testkit.Cases;
import org.curtail.testkit.Eventually;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.common.action.ActionFuture;
import org.opensearch.common.settings.Settings;

/** A node with one processor: the smallest pool and the smallest engine. */
@Tag("long")
@Timeout(300)
class OneProcessorTest {
  /** More than the search pool has threads. */
  private static final int AT_ONCE = 12;

  @TempDir private static Path home;
  private static TestNode node;

  @BeforeAll
  static void start() throws Exception {
    node = TestNode.start(home, Settings.builder().put("node.processors", 1).build());
    for (int shards : WordsIndex.SHARDS) {
      WordsIndex.create(node.client(), shards);
    }
  }

  @AfterAll
  static void stop() {
    node.close(home);
  }

  @ParameterizedTest
  @ValueSource(strings = {"automatic", "fixed-3"})
  void manySearchesAtOnceAllEndAndAnswersAreTheSame(String policy) {
    node.set("curtail.policy", policy);
    assertThat(node.figures().cores()).isEqualTo(1);
    long before = node.figures().searches().completed();
    Cases.random(1, 10, OneProcessorTest::assertTheSameAnswers);
    Eventually.is("nothing runs", OneProcessorTest::isIdle);
    NodeFigures after = node.figures();
    if (!policy.equals("automatic")) { // On one core it parallelizes nothing.
      assertThat(after.searches().completed()).isGreaterThan(before);
    }
    assertThat(after.searches().failed()).isZero();
    assertThat(after.admission().rejected()).isZero();
  }

  private static boolean isIdle() {
    NodeFigures now = node.figures();
    return now.searches().running() == 0
        && now.searches().waiting() == 0
        && now.admission().waiting() == 0;
  }

  private static void assertTheSameAnswers(RandomGenerator random) throws Exception {
    var requests = new ArrayList<SearchRequest>();
    for (int i = 0; i < AT_ONCE; i++) {
      String index = WordsIndex.name(random.nextBoolean() ? 1 : 3);
      requests.add(new SearchRequest(index).source(new RandomRequests(random).next()));
    }
    node.set("curtail.enabled", "false");
    var plain = new ArrayList<String>();
    for (SearchRequest request : requests) {
      plain.add(Answers.of(node.client(), request));
    }
    node.set("curtail.enabled", "true");
    var searches = new ArrayList<ActionFuture<SearchResponse>>();
    for (SearchRequest request : requests) {
      searches.add(node.client().search(request));
    }
    var own = new PlainResponses(List.of(node), request -> Answers.of(node.client(), request));
    for (int i = 0; i < AT_ONCE; i++) {
      own.assertContains(requests.get(i), plain.get(i), Answers.text(searches.get(i).actionGet()));
    }
  }
}
