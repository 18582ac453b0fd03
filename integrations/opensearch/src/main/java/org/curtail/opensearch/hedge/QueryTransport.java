package org.curtail.opensearch.hedge;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.opensearch.action.OriginalIndices;
import org.opensearch.cluster.node.DiscoveryNode;
import org.opensearch.common.lease.Releasable;
import org.opensearch.common.util.concurrent.ThreadContext.StoredContext;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.search.internal.ShardSearchContextId;
import org.opensearch.tasks.Task;
import org.opensearch.transport.Transport.Connection;

/** What hedging needs of this node: tasks, and ways to others. Safe for all threads. */
interface QueryTransport {
  /**
   * The way to a node.
   *
   * @throws org.opensearch.transport.TransportException if there is none now
   */
  Connection connection(DiscoveryNode node);

  /** How many searches of this node another one has not answered. */
  long pending(String nodeId);

  /** A search of this node; null if it is over. */
  @Nullable Task search(TaskId id);

  /**
   * A search has a child on a node, until that is closed; so whoever cancels it cancels that too.
   *
   * @throws org.opensearch.core.tasks.TaskCancelledException if it is cancelled
   */
  Releasable child(TaskId search, DiscoveryNode node);

  /** The headers of the current thread, for whoever goes on with its work. */
  Supplier<StoredContext> context();

  /** Whether another plugin has changed the headers of the current search for one receiver. */
  boolean isDecorated();

  /** By another thread, soon. */
  void execute(Runnable work);

  /** A query of a shard is not needed any more. */
  void cancel(DiscoveryNode on, CancelQueryRequest query);

  /** The context of a search is not needed any more. */
  void free(DiscoveryNode on, ShardSearchContextId context, OriginalIndices indices);

  /** What OpenSearch remembers of nodes; null if nobody chooses copies by that. */
  @Nullable ReplicaTimes times();
}
