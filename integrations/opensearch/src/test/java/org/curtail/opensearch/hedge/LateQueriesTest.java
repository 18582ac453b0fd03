package org.curtail.opensearch.hedge;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.curtail.opensearch.stats.HedgingFigures;
import org.curtail.testkit.Eventually;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.opensearch.action.search.SearchTransportService;
import org.opensearch.common.settings.Settings;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.TransportException;
import org.opensearch.transport.TransportRequestOptions;

/** LateQuery queries, once a node has learned the usual times. */
@Timeout(300)
class LateQueriesTest {
  private static final ThreadPool POOL =
      new ThreadPool(Settings.builder().put("node.name", "late").build());
  private static final FakeNodes NODES = new FakeNodes();
  private static final ShardHedging HEDGING = start();
  private static long searches;

  private static ShardHedging start() {
    var cluster = Clusters.service(POOL, Copies.state(Settings.EMPTY, false));
    var hedging = ShardHedging.start(cluster);
    hedging.connect(NODES);
    cluster
        .getClusterSettings()
        .applySettings(
            Settings.builder()
                .put("curtail.hedge.enabled", true)
                .put("curtail.hedge.budget", 1)
                .put("curtail.hedge.least_delay", "0ms")
                .build());
    return hedging;
  }

  @BeforeAll
  static void learn() {
    Eventually.is(
        "it has learned when to send copies",
        () -> {
          send(1, ++searches);
          NODES.sent.getFirst().answer(Results.found(1));
          NODES.sent.clear();
          return learned().delayMillis() >= 0;
        });
  }

  @AfterAll
  static void stop() {
    HEDGING.close();
    ThreadPool.terminate(POOL, 10, TimeUnit.SECONDS);
  }

  private static RecordingHandler send(int node, long search) {
    var told = new RecordingHandler();
    HEDGING.send(
        NODES,
        new FakeConnection(Copies.node(node)),
        SearchTransportService.QUERY_ACTION_NAME,
        Copies.request(search),
        TransportRequestOptions.EMPTY,
        told);
    return told;
  }

  private static HedgingFigures.Learned learned() {
    return requireNonNull(HEDGING.figures().learned().get("words query"));
  }

  private static long event(String name) {
    return requireNonNull(HEDGING.figures().events().get(name));
  }

  /** A late query. */
  private record LateQuery(RecordingHandler told, FakeNodes.Sent first, FakeNodes.Sent copy) {
    private int otherNode() {
      return Integer.parseInt(copy.to().getId().substring(1));
    }
  }

  /** Sends queries until there is a copy of one: some may have none. */
  private static LateQuery late() {
    for (int i = 0; i < 1_000; i++) {
      RecordingHandler told = send(1, ++searches);
      FakeNodes.Sent first = sent().getFirst();
      for (int wait = 0; wait < 1_000 && copies().isEmpty(); wait++) {
        LockSupport.parkNanos(100_000);
      }
      if (!copies().isEmpty()) {
        return new LateQuery(told, first, copies().getFirst());
      }
      first.answer(Results.found(1));
    }
    throw new AssertionError("no copy is sent");
  }

  /** Messages of the last search. */
  private static List<FakeNodes.Sent> sent() {
    return NODES.sent.stream()
        .filter(one -> one.request().getParentTask().getId() == searches)
        .toList();
  }

  private static List<FakeNodes.Sent> copies() {
    return sent().stream().filter(one -> !one.to().getId().equals("n1")).toList();
  }

  @Test
  void nobodyIsAskedTwiceWhoseAnswerIsUnderWay() {
    LateQuery late = late();
    assertThat(late.copy.to().getId()).isIn("n2", "n3");
    assertThat(event("copies")).isPositive();
    late.first.handler().handleException(new TransportException("the first fails"));
    assertThat(late.told.failures).hasSize(1);

    // OpenSearch tries the other copy.
    RecordingHandler second = send(late.otherNode(), searches);
    assertThat(sent()).containsExactly(late.first, late.copy);
    assertThat(event("adopted")).isEqualTo(1);
    late.copy.answer(Results.found(late.otherNode()));
    assertThat(second.answers).hasSize(1);
    assertThat(NODES.isCancelled(late.copy)).isFalse();
  }

  @Test
  void whatIsUnderWayForASearchThatIsOverIsCancelled() {
    LateQuery late = late();
    late.first.handler().handleException(new TransportException("the first fails"));
    HEDGING.sweep();
    assertThat(NODES.isCancelled(late.copy)).isFalse();
    NODES.isOver = true;
    HEDGING.sweep();
    NODES.isOver = false;
    assertThat(NODES.isCancelled(late.copy)).isTrue();
  }

  @Test
  void aCopyThatAnswersFirstIsCounted() {
    LateQuery late = late();
    late.copy.answer(Results.found(late.otherNode()));
    assertThat(late.told.answers.getFirst()).isInstanceOf(RedirectedResult.class);
    assertThat(event("won")).isPositive();
    Eventually.is("the first is cancelled", () -> NODES.isCancelled(late.first));
    HedgingFigures.Learned learned = learned();
    assertThat(learned.copies()).isPositive();
    assertThat(learned.won()).isPositive();
    assertThat(learned.delayMillis()).isNotNegative();
    assertThat(learned.probability()).isPositive();
  }
}
