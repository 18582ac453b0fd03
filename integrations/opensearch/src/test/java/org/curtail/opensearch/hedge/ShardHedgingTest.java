package org.curtail.opensearch.hedge;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.curtail.opensearch.stats.HedgingFigures;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.opensearch.action.search.SearchShardTask;
import org.opensearch.action.search.SearchTransportService;
import org.opensearch.cluster.ClusterChangedEvent;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.Metadata;
import org.opensearch.cluster.node.DiscoveryNodes;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.core.transport.TransportResponse;
import org.opensearch.search.internal.ShardSearchRequest;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.TransportInterceptor.AsyncSender;
import org.opensearch.transport.TransportRequest;
import org.opensearch.transport.TransportRequestOptions;

/** Messages from a node to others by its settings, from n0 to the copies on n1 to n3. */
@Timeout(300)
class ShardHedgingTest {
  private static final String QUERY = SearchTransportService.QUERY_ACTION_NAME;
  private static final ClusterState STATE = Copies.state(Settings.EMPTY, false);

  private final ThreadPool pool =
      new ThreadPool(Settings.builder().put("node.name", "hedging").build());
  private final ClusterService cluster = Clusters.service(pool, STATE);
  private final ShardHedging hedging = ShardHedging.start(cluster);
  private final FakeNodes nodes = new FakeNodes();
  private final AsyncSender sender = new HedgedSender(() -> hedging).interceptSender(nodes);

  @BeforeEach
  void sends() {
    hedging.connect(nodes);
  }

  @AfterEach
  void close() {
    hedging.close();
    ThreadPool.terminate(pool, 10, TimeUnit.SECONDS);
  }

  private void set(Settings.Builder settings) {
    cluster.getClusterSettings().applySettings(settings.build());
  }

  private static Settings.Builder on() {
    return Settings.builder().put("curtail.hedge.enabled", true);
  }

  private RecordingHandler send(int node, String action, TransportRequest request) {
    var told = new RecordingHandler();
    sender.sendRequest(
        new FakeConnection(Copies.node(node)),
        action,
        request,
        TransportRequestOptions.EMPTY,
        told);
    return told;
  }

  private RecordingHandler send(int node, long search) {
    return send(node, QUERY, Copies.request(search));
  }

  private long event(String name) {
    return requireNonNull(hedging.figures().events().get(name));
  }

  private long unhedged(String why) {
    return requireNonNull(hedging.figures().unhedged().get(why));
  }

  private HedgingFigures.Learned learned() {
    return requireNonNull(hedging.figures().learned().get("words query"));
  }

  @Test
  void asLongAsItIsOffAQueryIsSentAsItIs() {
    RecordingHandler told = send(1, 7);
    assertThat(nodes.sent).hasSize(1);
    assertThat(nodes.sent.getFirst().handler()).isSameAs(told);
    assertThat(hedging.figures().enabled()).isFalse();
    assertThat(event("queries")).isZero();
    assertThat(hedging.explanation())
        .containsExactly("Hedging is off: a query of a shard goes to one copy.");
  }

  @Test
  void aQueryIsCountedAndAnsweredOnceItIsOn() {
    long beganNanos = System.nanoTime();
    set(on());
    RecordingHandler told = send(1, 7);
    HedgingFigures figures = hedging.figures();
    assertThat(figures.enabled()).isTrue();
    assertThat(event("queries")).isEqualTo(1);
    assertThat(figures.unhedged().values()).containsOnly(0L);
    HedgingFigures.Learned before = learned();
    assertThat(before.p50Millis()).isZero();
    assertThat(before.p99Millis()).isZero();

    nodes.sent.getFirst().answer(TransportResponse.Empty.INSTANCE);
    assertThat(told.answers).containsExactly(TransportResponse.Empty.INSTANCE);
    HedgingFigures.Learned learned = learned();
    double tookMillis = (System.nanoTime() - beganNanos) / 1e6;
    assertThat(learned.queries()).isEqualTo(1);
    assertThat(learned.p50Millis()).isPositive().isLessThan(1.1 * tookMillis);
    assertThat(learned.delayMillis()).isNegative();
    assertThat(learned.probability()).isZero();
  }

  @Test
  void onlyQueriesOfShardsAreHedged() {
    set(on());
    send(1, SearchTransportService.FETCH_ID_ACTION_NAME, Copies.request(7));
    send(1, QUERY, TransportRequest.Empty.INSTANCE);
    assertThat(nodes.sent).hasSize(2).allMatch(sent -> sent.handler() instanceof RecordingHandler);
    assertThat(event("queries")).isZero();
    assertThat(hedging.figures().unhedged().values()).containsOnly(0L);
  }

  @Test
  void whatIsNotHedgedIsSentAsItIsAndCountedByItsReason() {
    set(on());
    RecordingHandler elsewhere = send(0, 7);
    assertThat(unhedged("no_other_copy")).isEqualTo(1);
    nodes.isDecorated = true;
    RecordingHandler decorated = send(1, 8);
    assertThat(unhedged("decorated")).isEqualTo(1);
    ShardSearchRequest foreign = Copies.request(9);
    foreign.setParentTask(new TaskId("n1", 9));
    nodes.isDecorated = false;
    RecordingHandler others = send(1, QUERY, foreign);
    assertThat(unhedged("other_nodes_search")).isEqualTo(1);
    nodes.isOver = true;
    RecordingHandler over = send(1, 10);
    assertThat(unhedged("no_other_copy")).isEqualTo(2);
    assertThat(nodes.sent.stream().map(FakeNodes.Sent::handler).toList())
        .isEqualTo(List.of(elsewhere, decorated, others, over));
    assertThat(event("queries")).isZero();
    assertThat(hedging.figures().learned()).isEmpty();
  }

  @Test
  void aQueryOfASearchThatIsCancelledIsNotSentAgain() {
    set(on());
    var search = new SearchShardTask(7, "transport", "search", "", TaskId.EMPTY_TASK_ID, Map.of());
    nodes.known.put(7L, search);
    send(1, 7);
    assertThat(event("queries")).isEqualTo(1);
    search.cancel("nobody waits for it");
    send(1, 7);
    assertThat(event("queries")).isEqualTo(1);
    assertThat(unhedged("no_other_copy")).isEqualTo(1);
  }

  @Test
  void whenTheNodeStopsNothingIsHedgedAnyMore() {
    set(on());
    hedging.close();
    RecordingHandler told = send(1, 7);
    assertThat(nodes.sent.getFirst().handler()).isSameAs(told);
    assertThat(hedging.figures().enabled()).isFalse();
    assertThat(event("queries")).isZero();
  }

  @Test
  void nothingIsHedgedBeforeTheNodeHasWaysToOthers() {
    ShardHedging young = ShardHedging.start(Clusters.service(pool, STATE));
    young.sweep();
    var told = new RecordingHandler();
    young.send(
        nodes,
        new FakeConnection(Copies.node(1)),
        QUERY,
        Copies.request(7),
        TransportRequestOptions.EMPTY,
        told);
    assertThat(nodes.sent.getFirst().handler()).isSameAs(told);
    young.close();
  }

  @Test
  void settingsSayWhatItIsFor() {
    set(
        on().put("curtail.hedge.percentile", 95)
            .put("curtail.hedge.budget", 0.1)
            .put("curtail.hedge.least_delay", "7ms"));
    assertThat(hedging.explanation())
        .containsExactly(
            "Hedging is on: late queries of shards are also sent to another copy, at most 10.0"
                + " in 100, to minimize p95.0.");
    send(1, 7);
    assertThat(hedging.explanation()).hasSizeGreaterThan(1);
    assertThat(String.join("\n", hedging.explanation())).contains("minimize p95", "words query");
    set(Settings.builder());
    assertThat(hedging.figures().enabled()).isFalse();
  }

  /** The search does not know the copy's node, and could not fetch from it. */
  @Test
  void aNodeThatCameAfterTheSearchBeganIsNoOtherCopy() {
    set(on());
    var two = DiscoveryNodes.builder().localNodeId("n0").add(Copies.node(0)).add(Copies.node(1));
    ClusterState before = ClusterState.builder(STATE).nodes(two).build();
    send(1, 7);
    assertThat(event("queries")).isEqualTo(1);
    // A search begins with its task, which has begun before.
    var begun = nodes.search(new TaskId("n0", 8));
    nodes.known.put(8L, requireNonNull(begun));
    hedging.clusterChanged(new ClusterChangedEvent("test", STATE, before));
    send(1, 8);
    assertThat(unhedged("no_other_copy")).isEqualTo(1);
    assertThat(event("queries")).isEqualTo(1);
  }

  @Test
  void anIndexThatIsDeletedIsForgotten() {
    set(on());
    send(1, 7);
    assertThat(hedging.figures().learned()).containsOnlyKeys("words query");
    ClusterState without =
        ClusterState.builder(STATE).metadata(Metadata.builder().removeAllIndices()).build();
    hedging.clusterChanged(new ClusterChangedEvent("test", without, STATE));
    assertThat(hedging.figures().learned()).isEmpty();
  }
}
