package org.curtail.opensearch;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.curtail.opensearch.hedge.ShardHedging;
import org.curtail.opensearch.stats.HedgingFigures;
import org.curtail.testkit.Eventually;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.opensearch.action.search.SearchPhaseExecutionException;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.action.ActionFuture;
import org.opensearch.common.settings.Settings;
import org.opensearch.search.SearchService;

/**
 * Three nodes, the first of which sends all searches: late shard queries go to another copy, with
 * various failures.
 */
@Timeout(300)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class HedgingTest {
  /** A shard with copies on the second and the third node. */
  private static final String PAIR = "pair";

  /** A shard with one copy, on the first node: it is never hedged. */
  private static final String HOME = "home";

  private static final String SPREAD = "spread";
  private static final double BUDGET = 0.3;

  private static TestCluster cluster;
  private static TestNode first;

  @BeforeAll
  static void start() throws Exception {
    cluster = TestCluster.start(3, Settings.EMPTY, FaultsPlugin.class);
    first = cluster.first();
    PlacedIndex.create(first, PAIR, 1, 1, "n1,n2");
    PlacedIndex.create(first, HOME, 1, 0, "n0");
    PlacedIndex.create(first, SPREAD, 3, 1, "n0,n1,n2");
    PlacedIndex.awaitGreen(first);
    // Both copies are asked alternately, also while a node holds its queries.
    first.set("cluster.routing.use_adaptive_replica_selection", "false");
    first.set("curtail.hedge.budget", Double.toString(BUDGET));
    first.set("curtail.hedge.percentile", "90");
    first.set("curtail.hedge.enabled", "true");
    learn();
  }

  @AfterAll
  static void stop() throws IOException {
    cluster.close();
  }

  /** Searches until copies of both kinds of queries are sent. */
  private static void learn() throws Exception {
    FaultsPlugin.pause("n1", 0.25, 40, 1);
    for (int round = 0; hedged("pair query") + hedged("pair query+fetch") < 2; round++) {
      assertThat(round).as("rounds without a plan").isLessThan(2_000);
      answers(List.of(PlacedIndex.search(PAIR), PlacedIndex.search(PAIR, HOME)), 40);
    }
    FaultsPlugin.pauseNoMore("n1");
  }

  private static int hedged(String kind) {
    HedgingFigures.Learned learned = figures().learned().get(kind);
    return learned != null && learned.delayMillis() >= 0 ? 1 : 0;
  }

  @AfterEach
  void nothingIsLeftBehind() {
    for (String node : List.of("n0", "n1", "n2")) {
      FaultsPlugin.release(node);
    }
    FaultsPlugin.pauseNoMore("n1");
    for (TestNode node : cluster.nodes()) {
      Eventually.is(
          "no context", () -> node.instance(SearchService.class).getActiveContexts() == 0);
    }
    Eventually.is("no search", () -> tasks() == 0);
    assertThat(event("copies")).isLessThanOrEqualTo((long) (BUDGET * event("queries")));
  }

  private static int tasks() {
    return first
        .client()
        .admin()
        .cluster()
        .prepareListTasks()
        .setActions("indices:data/read/search*")
        .get()
        .getTasks()
        .size();
  }

  /** Sends the requests in turn, from four threads. */
  private static List<String> answers(List<SearchRequest> requests, int count) throws Exception {
    var waiting = new ArrayList<Future<String>>();
    var answers = new ArrayList<String>();
    try (var threads = Executors.newFixedThreadPool(4)) {
      for (int i = 0; i < count; i++) {
        SearchRequest request = requests.get(i % requests.size());
        waiting.add(threads.submit(() -> Answers.of(first.client(), request)));
      }
      for (Future<String> one : waiting) {
        answers.add(one.get());
      }
    }
    return answers;
  }

  private static List<ActionFuture<SearchResponse>> begun(int count, SearchRequest request) {
    var searches = new ArrayList<ActionFuture<SearchResponse>>();
    for (int i = 0; i < count; i++) {
      searches.add(first.client().search(request));
    }
    return searches;
  }

  private static void assertWhole(List<ActionFuture<SearchResponse>> searches, int indexes) {
    for (ActionFuture<SearchResponse> one : searches) {
      SearchResponse answer = one.actionGet();
      assertThat(answer.getFailedShards()).isZero();
      assertThat(requireNonNull(answer.getHits().getTotalHits()).value())
          .isEqualTo(indexes * PlacedIndex.matching());
      assertThat(answer.getHits().getHits()).hasSize(20);
    }
  }

  private static HedgingFigures figures() {
    return first.figures().hedging();
  }

  private static long event(String name) {
    return requireNonNull(figures().events().get(name));
  }

  @Test
  @Order(1)
  void answersAreThoseOfOneCopyAndComeSoonerThanPauses() throws Exception {
    List<SearchRequest> requests =
        List.of(
            PlacedIndex.search(PAIR),
            PlacedIndex.search(PAIR, HOME),
            PlacedIndex.search(SPREAD),
            PlacedIndex.search(SPREAD, PAIR));
    first.set("curtail.hedge.enabled", "false");
    List<String> plain = answers(requests, 4);
    first.set("curtail.hedge.enabled", "true");
    learn();
    FaultsPlugin.pause("n1", 0.25, 60, 2);
    long won = event("won");
    List<String> hedged = answers(requests, 400);
    for (int i = 0; i < hedged.size(); i++) {
      assertThat(hedged.get(i)).isEqualTo(plain.get(i % 4));
    }
    assertThat(event("won")).isGreaterThan(won);
    assertThat(event("cancelled")).isPositive();
  }

  @Test
  @Order(2)
  void aRequestThatNamesItsCopiesStaysThere() throws Exception {
    long copies = event("copies");
    FaultsPlugin.pause("n1", 1, 60, 3);
    answers(
        List.of(
            PlacedIndex.search(PAIR).preference("_only_nodes:n1"),
            PlacedIndex.search(PAIR).preference("me")),
        20);
    assertThat(event("copies")).isEqualTo(copies);
    assertThat(requireNonNull(figures().unhedged().get("preference"))).isGreaterThanOrEqualTo(20);
  }

  /**
   * Starts searches, some of which are sent to both copies, with no response yet. A hedge sends few
   * copies if all calls are late, so the number of rounds varies.
   */
  private static List<ActionFuture<SearchResponse>> heldWithCopies() throws Exception {
    while (true) {
      FaultsPlugin.hold("n1", FaultsPlugin.QUERY);
      FaultsPlugin.hold("n2", FaultsPlugin.QUERY);
      long copies = event("copies");
      List<ActionFuture<SearchResponse>> searches = begun(4, PlacedIndex.search(PAIR, HOME));
      for (int i = 0; i < 50 && event("copies") == copies; i++) {
        TimeUnit.MILLISECONDS.sleep(20);
      }
      long sent = event("copies") - copies;
      if (sent > 0) {
        Eventually.is(
            "all are held, some twice",
            () -> FaultsPlugin.held("n1").size() + FaultsPlugin.held("n2").size() >= 4 + sent);
        return searches;
      }
      FaultsPlugin.release("n1");
      FaultsPlugin.release("n2");
      assertWhole(searches, 2);
      answers(List.of(PlacedIndex.search(PAIR), PlacedIndex.search(PAIR, HOME)), 40);
    }
  }

  @Test
  @Order(3)
  void ifTheFirstCopyFailsTheOneUnderWayBecomesOpenSearchsNextTry() throws Exception {
    long adopted = event("adopted");
    List<ActionFuture<SearchResponse>> searches = heldWithCopies();
    // The order of failures is unknown here: each fails in place, until one try finds another.
    while (event("adopted") == adopted) {
      for (String node : List.of("n1", "n2")) {
        var one = FaultsPlugin.held(node).poll();
        if (one != null) {
          one.fail().run();
        }
        TimeUnit.MILLISECONDS.sleep(20);
      }
      if (searches.stream().allMatch(ActionFuture::isDone)) {
        searches = heldWithCopies();
      }
    }
    FaultsPlugin.release("n1");
    FaultsPlugin.release("n2");
    for (ActionFuture<SearchResponse> one : searches) {
      Eventually.is("ended", one::isDone);
    }
  }

  @Test
  @Order(4)
  void aSearchThatIsCancelledLeavesNothingOfItsCopies() throws Exception {
    List<ActionFuture<SearchResponse>> searches = heldWithCopies();
    first
        .client()
        .admin()
        .cluster()
        .prepareCancelTasks()
        .setActions("indices:data/read/search")
        .get();
    FaultsPlugin.release("n1");
    FaultsPlugin.release("n2");
    for (ActionFuture<SearchResponse> one : searches) {
      Eventually.is("ended", one::isDone);
    }
  }

  /** Starts searches until one waits in its fetch on the second node. */
  private static List<ActionFuture<SearchResponse>> heldInFetch() {
    FaultsPlugin.hold("n1", FaultsPlugin.FETCH);
    var searches = new ArrayList<ActionFuture<SearchResponse>>();
    while (FaultsPlugin.held("n1").isEmpty()) {
      ActionFuture<SearchResponse> one = first.client().search(PlacedIndex.search(PAIR, HOME));
      searches.add(one);
      Eventually.is("answered or held", () -> one.isDone() || !FaultsPlugin.held("n1").isEmpty());
    }
    return searches;
  }

  /**
   * Starts searches until one has been searched on the second node and not on the first, which
   * holds its query: so it waits between both phases.
   */
  private static List<ActionFuture<SearchResponse>> heldBetweenQueryAndFetch() {
    SearchService second = cluster.nodes().get(1).instance(SearchService.class);
    int fetching = second.getActiveContexts();
    FaultsPlugin.hold("n0", FaultsPlugin.QUERY);
    var searches = new ArrayList<ActionFuture<SearchResponse>>();
    Eventually.is(
        "one is searched on the second node",
        () -> {
          searches.addAll(begun(2, PlacedIndex.search(PAIR, HOME)));
          LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
          return second.getActiveContexts() > fetching;
        });
    return searches;
  }

  /** As without the plugin: hits there are missing, or the search fails. */
  private static void assertEndsThoughItsDocumentsAreGone(ActionFuture<SearchResponse> search) {
    try {
      SearchResponse answer = search.actionGet(30, TimeUnit.SECONDS);
      assertThat(answer.getSuccessfulShards()).isPositive();
      if (answer.getFailedShards() == 0) {
        assertWhole(List.of(search), 2);
      }
    } catch (SearchPhaseExecutionException e) {
      assertThat(e.getPhaseName()).isEqualTo("fetch");
    }
  }

  /** Learns for a median that so few copies cannot lower, and saves some tokens. */
  private static void learnThatNothingIsWorthHedging() throws Exception {
    first.set("curtail.hedge.budget", "0.01");
    first.set("curtail.hedge.percentile", "50");
    for (int round = 0; tokensThoughNothingIsWorthHedging() < 4; round++) {
      assertThat(round).as("rounds without such a plan").isLessThan(2_000);
      answers(List.of(PlacedIndex.search(PAIR, HOME)), 40);
    }
  }

  /** A copy cancelled at the last moment has taken a token without an event. */
  private static double tokensThoughNothingIsWorthHedging() {
    String text = String.join("\n", first.instance(ShardHedging.class).explanation());
    Matcher tokens = Pattern.compile("([0-9.]+) of 100 tokens left").matcher(text);
    return text.contains("plan: Nothing is hedged: for ") && tokens.find()
        ? Double.parseDouble(tokens.group(1))
        : 0;
  }

  @Test
  @Order(5)
  void aNodeThatGivesNoAnswerHoldsNoSearchThoughNothingWasWorthHedging() throws Exception {
    learnThatNothingIsWorthHedging();
    FaultsPlugin.hold("n1", FaultsPlugin.QUERY);
    List<ActionFuture<SearchResponse>> searches = begun(2, PlacedIndex.search(PAIR, HOME));
    Eventually.is("one waits there", () -> !FaultsPlugin.held("n1").isEmpty());
    Eventually.is("all are answered", () -> searches.stream().allMatch(ActionFuture::isDone));
    assertWhole(searches, 2);
    assertThat(FaultsPlugin.held("n1")).isNotEmpty();
  }

  @Test
  @Order(6)
  void aNodeThatDiesHarmsNoSearchButThoseItFetchesFor() throws Exception {
    first.set("curtail.hedge.budget", Double.toString(BUDGET));
    first.set("curtail.hedge.percentile", "90");
    learn();
    List<ActionFuture<SearchResponse>> fetching = heldInFetch();
    List<ActionFuture<SearchResponse>> between = heldBetweenQueryAndFetch();
    FaultsPlugin.hold("n1", FaultsPlugin.QUERY);
    long won = event("won");
    // By then some have a response from another copy, others wait for the failing node.
    var searches = new ArrayList<ActionFuture<SearchResponse>>();
    Eventually.is(
        "a copy has won",
        () -> {
          searches.addAll(begun(4, PlacedIndex.search(PAIR, HOME)));
          LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
          return event("won") > won;
        });
    cluster.stop(1);
    Eventually.is(
        "the node is gone",
        () -> first.instance(ClusterService.class).state().nodes().getSize() == 2);
    FaultsPlugin.release("n0");
    assertWhole(searches, 2);
    for (ActionFuture<SearchResponse> one : fetching) {
      assertThat(one.actionGet().getSuccessfulShards()).isPositive();
    }
    between.forEach(HedgingTest::assertEndsThoughItsDocumentsAreGone);
  }
}
