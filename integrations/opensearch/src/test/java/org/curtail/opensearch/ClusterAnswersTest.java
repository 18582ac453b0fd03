package org.curtail.opensearch;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.curtail.opensearch.stats.NodeFigures;
import org.curtail.testkit.Cases;
import org.curtail.testkit.Eventually;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.opensearch.action.search.SearchPhaseExecutionException;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchType;
import org.opensearch.search.SearchService;

/**
 * Three nodes, shards with and without replicas, merged and not, all with deletions: requests have
 * the same responses with the plugin on and off ({@link PlainResponses}).
 */
@Timeout(7_200)
@EnabledIfSystemProperty(named = "curtail.long", matches = "true", disabledReason = "needs -Dlong")
class ClusterAnswersTest {
  private static final int REQUESTS = Integer.getInteger("curtail.opensearch.requests", 100_000);

  /** Number of requests per switch of the plugin. */
  private static final int BATCH = 100;

  private static final List<String> MODES = List.of("all", "auto", "none");
  private static final List<String> POLICIES = List.of("fixed-2", "fixed-3", "automatic");

  private static TestCluster cluster;

  private static final List<String> INDEXES = new ArrayList<>();

  @BeforeAll
  static void start() throws Exception {
    cluster = TestCluster.start(3);
    for (int shards : WordsIndex.SHARDS) {
      for (int replicas = 0; replicas < 3; replicas++) {
        for (boolean isMerged : new boolean[] {false, true}) {
          String name = "words-%d-%d-%s".formatted(shards, replicas, isMerged ? "one" : "many");
          WordsIndex.create(cluster.first().client(), name, shards, replicas, isMerged);
          INDEXES.add(name);
        }
      }
    }
    cluster
        .first()
        .client()
        .admin()
        .cluster()
        .prepareHealth()
        .setWaitForGreenStatus()
        .setTimeout("300s")
        .get();
  }

  @AfterAll
  static void stop() throws IOException {
    cluster.close();
  }

  @Test
  void randomRequestsHaveTheSameAnswersOnEveryCopyOfAShard() {
    Cases.random(1_000_000, REQUESTS / BATCH, ClusterAnswersTest::assertTheSameAnswers);
    for (TestNode node : cluster.nodes()) {
      NodeFigures figures = node.figures();
      assertThat(requireNonNull(figures.queryPhases().get("windows"))).isPositive();
      assertThat(requireNonNull(figures.queryPhases().get("slices"))).isPositive();
      assertThat(figures.searches().failed()).isZero();
      Eventually.is(
          "no context", () -> node.instance(SearchService.class).getActiveContexts() == 0);
    }
  }

  private static void assertTheSameAnswers(RandomGenerator random) throws IOException {
    var requests = new ArrayList<SearchRequest>();
    for (int i = 0; i < BATCH; i++) {
      requests.add(request(random));
    }
    String mode = MODES.get(random.nextInt(MODES.size()));
    cluster.first().set("search.concurrent_segment_search.mode", mode);
    cluster.first().set("curtail.policy", POLICIES.get(random.nextInt(POLICIES.size())));
    var plain = new ArrayList<String>();
    cluster.first().set("curtail.enabled", "false");
    for (SearchRequest request : requests) {
      plain.add(answer(request));
    }
    cluster.first().set("curtail.enabled", "true");
    var own = new PlainResponses(cluster.nodes(), ClusterAnswersTest::answer);
    for (int i = 0; i < BATCH; i++) {
      SearchRequest request = requests.get(i);
      own.assertContains(request, plain.get(i), answer(request));
    }
  }

  /** Returns the failure if OpenSearch itself fails: it is the same with the plugin. */
  private static String answer(SearchRequest request) throws IOException {
    try {
      return Answers.of(cluster.first().client(), request);
    } catch (SearchPhaseExecutionException e) {
      String cause = String.valueOf(e.guessRootCauses()[0].getMessage());
      return "fails: " + Answers.withoutAddresses(cause);
    }
  }

  /**
   * Creates a request that names its copies, since copies of a shard may count deleted documents
   * differently.
   */
  private static SearchRequest request(RandomGenerator random) {
    SearchRequest request =
        new SearchRequest(INDEXES.get(random.nextInt(INDEXES.size())))
            .source(new RandomRequests(random).next())
            .preference("copies" + random.nextInt(50));
    return random.nextInt(4) == 0 ? request.searchType(SearchType.DFS_QUERY_THEN_FETCH) : request;
  }
}
