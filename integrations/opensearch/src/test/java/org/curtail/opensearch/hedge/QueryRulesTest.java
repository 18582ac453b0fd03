package org.curtail.opensearch.hedge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.opensearch.action.OriginalIndices;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.Metadata;
import org.opensearch.cluster.metadata.WeightedRoutingMetadata;
import org.opensearch.cluster.node.DiscoveryNode;
import org.opensearch.cluster.routing.WeightedRouting;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.search.internal.AliasFilter;
import org.opensearch.search.internal.ShardSearchContextId;
import org.opensearch.search.internal.ShardSearchRequest;
import org.opensearch.transport.TransportRequestOptions;

@Timeout(300)
class QueryRulesTest {
  private static final ClusterState PLAIN = Copies.state(Settings.EMPTY, false);

  private static ShardSearchRequest request(
      SearchRequest search, @Nullable String cluster, @Nullable ShardSearchContextId reader) {
    var request =
        new ShardSearchRequest(
            OriginalIndices.NONE,
            search.allowPartialSearchResults(true),
            Copies.SHARD,
            1,
            AliasFilter.EMPTY,
            1,
            0,
            cluster,
            new String[0],
            reader,
            null);
    request.setParentTask(new TaskId("n0", 1));
    return request;
  }

  private static @Nullable UnhedgedReason unhedgedReason(
      ShardSearchRequest request, ClusterState state) {
    return QueryRules.unhedgedReason(request, TransportRequestOptions.EMPTY, state);
  }

  @Test
  void aPlainSearchMayBeHedged() {
    assertThat(unhedgedReason(request(new SearchRequest(), null, null), PLAIN)).isNull();
    assertThat(unhedgedReason(Copies.request(7), PLAIN)).isNull();
  }

  @Test
  void whatOpenSearchSendsToOneCopyForAReasonIsNotHedged() {
    var plain = new SearchRequest();
    assertThat(unhedgedReason(request(new SearchRequest().preference("_local"), null, null), PLAIN))
        .isEqualTo(UnhedgedReason.PREFERENCE);
    assertThat(
            unhedgedReason(
                request(new SearchRequest().scroll(TimeValue.timeValueMinutes(1)), null, null),
                PLAIN))
        .isEqualTo(UnhedgedReason.SCROLL);
    assertThat(unhedgedReason(request(plain, "elsewhere", null), PLAIN))
        .isEqualTo(UnhedgedReason.REMOTE_CLUSTER);
    assertThat(unhedgedReason(request(plain, null, new ShardSearchContextId("s", 1)), PLAIN))
        .isEqualTo(UnhedgedReason.POINT_IN_TIME);
    ShardSearchRequest foreign = request(plain, null, null);
    foreign.setParentTask(new TaskId("n2", 1));
    assertThat(unhedgedReason(foreign, PLAIN)).isEqualTo(UnhedgedReason.OTHER_NODES_SEARCH);
    var stream =
        TransportRequestOptions.builder().withType(TransportRequestOptions.Type.STREAM).build();
    assertThat(QueryRules.unhedgedReason(request(plain, null, null), stream, PLAIN))
        .isEqualTo(UnhedgedReason.STREAM);
  }

  @Test
  void anIndexMayBeLeftOut() {
    ShardSearchRequest request = request(new SearchRequest(), null, null);
    assertThat(unhedgedReason(request, with("index.store.type", "remote_snapshot")))
        .isEqualTo(UnhedgedReason.REMOTE_SNAPSHOT);
    assertThat(unhedgedReason(request, with("index.warm", "true")))
        .isEqualTo(UnhedgedReason.WARM_INDEX);
    assertThat(unhedgedReason(request, with("index.curtail.hedge.enabled", "false")))
        .isEqualTo(UnhedgedReason.INDEX_SETTING);
    ClusterState without = ClusterState.builder(PLAIN).metadata(Metadata.EMPTY_METADATA).build();
    assertThat(unhedgedReason(request, without)).isEqualTo(UnhedgedReason.NO_OTHER_COPY);
  }

  private static ClusterState with(String setting, String value) {
    return Copies.state(Settings.builder().put(setting, value).build(), false);
  }

  @Test
  void weightsOfZonesAreNotGoneRound() {
    var weights = new WeightedRouting("zone", Map.of("a", 1.0, "b", 0.0));
    ClusterState weighted =
        ClusterState.builder(PLAIN)
            .metadata(
                Metadata.builder(PLAIN.metadata())
                    .putCustom(
                        WeightedRoutingMetadata.TYPE, new WeightedRoutingMetadata(weights, 1)))
            .build();
    assertThat(unhedgedReason(request(new SearchRequest(), null, null), weighted))
        .isEqualTo(UnhedgedReason.WEIGHTED_ROUTING);
  }

  @Test
  void copiesAreThoseOfTheSameKindOnOtherNodes() {
    assertThat(others("n1", PLAIN)).containsExactly("n2", "n3");
    assertThat(others("n3", PLAIN)).containsExactly("n1", "n2");
    assertThat(others("n0", PLAIN)).isEmpty();
    ClusterState searchOnly = Copies.state(Settings.EMPTY, true);
    assertThat(others("n1", searchOnly)).containsExactly("n2");
    assertThat(others("n3", searchOnly)).isEmpty();
  }

  private static List<String> others(String first, ClusterState state) {
    return QueryRules.otherCopies(Copies.request(1), first, state).stream()
        .map(DiscoveryNode::getId)
        .sorted()
        .toList();
  }

  @Test
  void aNodeThatCameAfterTheSearchBeganIsUnknownToIt() {
    var arrivals = new NodeJoinTimes();
    assertThat(arrivals.hadJoined(Copies.node(1), 5)).isTrue();
    arrivals.update(List.of(Copies.node(1)), List.of(), 10);
    assertThat(arrivals.hadJoined(Copies.node(1), 5)).isFalse();
    assertThat(arrivals.hadJoined(Copies.node(1), 11)).isTrue();
    arrivals.update(List.of(), List.of(Copies.node(1)), 20);
    assertThat(arrivals.hadJoined(Copies.node(1), 5)).isTrue();
  }
}
