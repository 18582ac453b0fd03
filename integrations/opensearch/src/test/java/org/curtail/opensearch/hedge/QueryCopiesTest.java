package org.curtail.opensearch.hedge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.opensearch.action.OriginalIndices;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.node.DiscoveryNode;
import org.opensearch.cluster.node.DiscoveryNodes;
import org.opensearch.common.lease.Releasable;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.util.concurrent.ThreadContext.StoredContext;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.search.internal.ShardSearchContextId;
import org.opensearch.tasks.Task;
import org.opensearch.transport.Transport.Connection;
import org.opensearch.transport.TransportException;

/** Node n0, in zone a, searches a shard with copies on n1 and n3 in zone b, and n2 in zone a. */
@Timeout(60)
class QueryCopiesTest {
  private static final List<String> ZONES = List.of("a", "b", "a", "b");

  private final Map<String, Long> pending = new HashMap<>();
  private List<String> attributes = List.of("rack", "zone");

  @BeforeEach
  void theOneInTheSameZoneHasMostToDo() {
    pending.putAll(Map.of("n1", 4L, "n2", 9L, "n3", 3L));
  }

  private static ClusterState state() {
    var nodes = DiscoveryNodes.builder().localNodeId("n0");
    for (int i = 0; i < Copies.NODES; i++) {
      // All racks are different.
      nodes.add(Copies.node(i, Map.of("zone", ZONES.get(i), "rack", "r" + i)));
    }
    return ClusterState.builder(Copies.state(Settings.EMPTY, false)).nodes(nodes).build();
  }

  private final QueryCopies copies =
      new QueryCopies(
          QueryCopiesTest::state,
          new NodeJoinTimes(),
          new PreferredNodes(() -> attributes),
          new FakeTransport());

  private String next(String first, String... asked) {
    return copies.next(Copies.request(1), Set.of(asked), first).getId();
  }

  @Test
  void aCopyStaysInTheZoneOfTheSearchIfOpenSearchPrefersThat() {
    assertThat(next("n1", "n1")).isEqualTo("n2");
    assertThat(next("n3", "n3")).isEqualTo("n2");
  }

  @Test
  void itGoesToAnotherZoneIfThereIsNoneLeftInItsOwn() {
    assertThat(next("n2", "n2")).isEqualTo("n3");
    assertThat(next("n2", "n2", "n3")).isEqualTo("n1");
    assertThatThrownBy(() -> next("n2", "n1", "n2", "n3"))
        .isInstanceOf(TransportException.class)
        .hasMessageContaining("no other copy of [words][0]");
  }

  @Test
  void itGoesToTheNodeThatHasLeastToDoIfSearchesAreNotAwareOfZones() {
    attributes = List.of();
    assertThat(next("n1", "n1")).isEqualTo("n3");
    attributes = List.of("rack", "no attribute of any node");
    assertThat(next("n1", "n1")).isEqualTo("n3");
  }

  /** OpenSearch does not count copies. */
  @Test
  void aNodeThatOwesAnswersOfQueriesIsAskedLast() {
    attributes = List.of();
    copies.unanswered().sent(Copies.node(3));
    assertThat(next("n1", "n1")).isEqualTo("n2");
    copies.unanswered().sent(Copies.node(2));
    copies.unanswered().sent(Copies.node(2));
    assertThat(next("n1", "n1")).isEqualTo("n3");
    copies.unanswered().answered(Copies.node(2));
    copies.unanswered().answered(Copies.node(2));
    copies.unanswered().answered(Copies.node(3));
    assertThat(next("n1", "n1")).isEqualTo("n3");
    assertThat(copies.unanswered().isEmpty()).isTrue();
  }

  /** Knows the search, and the pending searches of nodes. */
  private final class FakeTransport implements QueryTransport {
    @Override
    public long pending(String nodeId) {
      return pending.getOrDefault(nodeId, 0L);
    }

    @Override
    public Task search(TaskId id) {
      return new Task(id.getId(), "transport", "search", "", TaskId.EMPTY_TASK_ID, Map.of());
    }

    @Override
    public Connection connection(DiscoveryNode node) {
      throw new AssertionError("nothing is sent");
    }

    @Override
    public Releasable child(TaskId search, DiscoveryNode node) {
      throw new AssertionError("nothing is sent");
    }

    @Override
    public Supplier<StoredContext> context() {
      throw new AssertionError("nothing is sent");
    }

    @Override
    public void execute(Runnable work) {
      throw new AssertionError("nothing is sent");
    }

    @Override
    public void cancel(DiscoveryNode on, CancelQueryRequest query) {
      throw new AssertionError("nothing is sent");
    }

    @Override
    public void free(DiscoveryNode on, ShardSearchContextId context, OriginalIndices indices) {
      throw new AssertionError("nothing is sent");
    }

    @Override
    public boolean isDecorated() {
      return false;
    }

    @Override
    public @Nullable ReplicaTimes times() {
      return null;
    }
  }
}
