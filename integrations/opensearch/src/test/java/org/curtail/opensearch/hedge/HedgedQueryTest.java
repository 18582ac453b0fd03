package org.curtail.opensearch.hedge;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.curtail.hedge.Hedge;
import org.curtail.hedge.HedgeBudget;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.testkit.Eventually;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.transport.TransportResponse;
import org.opensearch.node.ResponseCollectorService;
import org.opensearch.search.internal.ShardSearchRequest;
import org.opensearch.search.query.QuerySearchResult;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.RemoteTransportException;
import org.opensearch.transport.ResponseHandlerFailureTransportException;
import org.opensearch.transport.TransportException;
import org.opensearch.transport.TransportRequestOptions;

/** A query sent to n1, and after a millisecond to another copy. */
@Timeout(300)
class HedgedQueryTest {
  private final FakeNodes nodes = new FakeNodes();
  private final HedgeCounts counts = new HedgeCounts();
  private final ParkedQueries parked = new ParkedQueries();
  private final HedgeComponents parts =
      new HedgeComponents(
          nodes,
          new QueryCopies(
              () -> Copies.state(Settings.EMPTY, false),
              new NodeJoinTimes(),
              new PreferredNodes(List::of),
              nodes),
          parked,
          counts);
  private final Hedge hedge =
      Hedge.of(ReissuePolicy.singleD(1))
          .idempotent()
          .leastSamples(0)
          .budget(HedgeBudget.of(1, 1_000))
          .fatal(HedgedQuery::isFatal)
          .start();

  @AfterEach
  void close() {
    hedge.close();
  }

  private RecordingHandler send(int node, ShardSearchRequest request) {
    var told = new RecordingHandler();
    new HedgedQuery<>(
            parts,
            nodes,
            new FakeConnection(Copies.node(node)),
            "query",
            request,
            TransportRequestOptions.EMPTY,
            told)
        .sendBy(hedge);
    return told;
  }

  private long event(HedgeCounts.Event event) {
    return requireNonNull(counts.events.byName().get(event.name().toLowerCase(Locale.ROOT)));
  }

  private FakeNodes.Sent copy(int number) {
    Eventually.is("a copy is sent", () -> nodes.sent.size() > number);
    return nodes.sent.get(number);
  }

  @Test
  void anAnswerThatNobodyCanTakeIsAFailureAndItsContextIsFreed() {
    ShardSearchRequest request = Copies.request(7);
    var told = new RecordingHandler();
    told.failure = new IllegalStateException("broken");
    new HedgedQuery<>(
            parts,
            nodes,
            new FakeConnection(Copies.node(1)),
            "query",
            request,
            TransportRequestOptions.EMPTY,
            told)
        .sendBy(hedge);
    nodes.sent.getFirst().answer(Results.found(1));
    assertThat(told.failures).hasSize(1);
    assertThat(told.failures.getFirst())
        .isInstanceOf(ResponseHandlerFailureTransportException.class);
    assertThat(nodes.freed).containsExactly("n1");
  }

  /** It is just being switched off. */
  @Test
  void aQueryOfAHedgeThatIsClosedIsSentOnceAsItIs() {
    hedge.close();
    RecordingHandler told = send(1, Copies.request(7));
    assertThat(nodes.sent).hasSize(1);
    assertThat(nodes.sent.getFirst().handler()).isSameAs(told);
    assertThat(told.failures).isEmpty();
  }

  @Test
  void whoReadsTheAnswerIsWhoWaitsForIt() {
    RecordingHandler told = send(1, Copies.request(7));
    var handler = nodes.sent.getFirst().handler();
    assertThat(handler.executor()).isEqualTo("search");
    assertThat(handler.skipsDeserialization()).isFalse();
    told.skips = true;
    assertThat(handler.skipsDeserialization()).isTrue();
    assertThat(handler.toString()).contains("n1").contains("who waits");
    handler.handleRejection(new IllegalStateException("no thread"));
    assertThat(told.failures).hasSize(1);
    assertThat(told.failures.getFirst())
        .hasMessageContaining("rejected")
        .hasRootCauseMessage("no thread");
  }

  @Test
  void aQueryThatCannotBeSentHasFailed() {
    nodes.failure = new TransportException("n1 has left");
    assertThat(send(1, Copies.request(7)).failures.getFirst()).hasMessage("n1 has left");
    nodes.failure = new IllegalStateException("no");
    assertThat(send(1, Copies.request(8)).failures.getFirst())
        .hasMessage("the query could not be sent")
        .hasRootCauseMessage("no");
    assertThat(parts.copies().unanswered().isEmpty()).isTrue();
  }

  /** An error in the query is no failure of the copy. */
  @Test
  void aWrongQueryIsToldSoAndSaysNothingOfTheNode() {
    RecordingHandler wrong = send(1, Copies.request(7));
    var why = new RemoteTransportException("n1", new IllegalArgumentException("wrong"));
    nodes.sent.getFirst().handler().handleException(why);
    assertThat(wrong.failures).containsExactly(why);
    assertThat(hedge.metrics().counts().failedAttempts()).isZero();

    ShardSearchRequest request = Copies.request(8);
    RecordingHandler failed = send(1, request);
    var broken = new TransportException("n1 has left");
    nodes.sent.stream()
        .filter(sent -> sent.request().equals(request))
        .findFirst()
        .orElseThrow()
        .handler()
        .handleException(broken);
    assertThat(failed.failures).containsExactly(broken);
    assertThat(hedge.metrics().counts().failedAttempts()).isEqualTo(1);
  }

  /** Otherwise OpenSearch would wait for a copy that was never sent. */
  @Test
  void aCopyThatANodeThatStopsDoesNotSendIsNotUnderWay() {
    nodes.isStopping = true;
    ShardSearchRequest request = Copies.request(7);
    RecordingHandler told = send(1, request);
    Eventually.is("a copy is due", () -> nodes.refused.get() > 0);
    nodes.sent.getFirst().handler().handleException(new TransportException("no"));
    assertThat(told.failures).hasSize(1);
    Eventually.is("nothing is under way", () -> parked.nodes(request).isEmpty());
    assertThat(nodes.sent).hasSize(1);
  }

  @Test
  void aNodeThatStopsDropsWhatIsUnderWayOfAnEarlierTry() {
    ShardSearchRequest request = Copies.request(7);
    RecordingHandler first = send(1, request);
    String other = copy(1).to().getId();
    nodes.sent.getFirst().handler().handleException(new TransportException("no"));
    assertThat(first.failures).hasSize(1);
    assertThat(parked.nodes(request)).containsExactly(other);

    nodes.isStopping = true;
    int third = other.equals("n2") ? 3 : 2;
    RecordingHandler second = send(third, request);
    Eventually.is("it is dropped", () -> nodes.cancelled.contains(other));
    assertThat(parked.nodes(request)).isEmpty();
    nodes.sent.getLast().answer(TransportResponse.Empty.INSTANCE);
    assertThat(second.answers).hasSize(1);
  }

  @Test
  void theNodeThatAnswersIsCreditedAndTheOtherOneIsAtLeastAsSlow() {
    var pool = new ThreadPool(Settings.builder().put("node.name", "query").build());
    try {
      var known =
          new ResponseCollectorService(Clusters.service(pool, Copies.state(Settings.EMPTY, false)));
      nodes.times = new ReplicaTimes(known);
      known.addNodeStatistics("n1", 0, 1, 1);
      long beganNanos = System.nanoTime();
      RecordingHandler told = send(1, Copies.request(7));
      FakeNodes.Sent copy = copy(1);
      int number = Integer.parseInt(copy.to().getId().substring(1));
      QuerySearchResult result = Results.found(number);
      result.serviceTimeEWMA(500);
      result.nodeQueueSize(2);
      copy.answer(result);
      long tookNanos = System.nanoTime() - beganNanos;
      assertThat(told.answers.getFirst()).isInstanceOf(RedirectedResult.class);
      assertThat(event(HedgeCounts.Event.WON)).isEqualTo(1);
      var credited = known.getNodeStatistics(copy.to().getId()).orElseThrow();
      assertThat(credited.responseTime).isBetween(1.0, (double) tookNanos);
      assertThat(credited.serviceTime).isEqualTo(500);
      // It was asked a millisecond earlier, and at least half of that counts.
      assertThat(known.getNodeStatistics("n1").orElseThrow().responseTime)
          .isBetween(100_000.0, (double) tookNanos);
    } finally {
      ThreadPool.terminate(pool, 10, TimeUnit.SECONDS);
    }
  }
}
