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

/**
 * Services of this node that hedging uses: tasks, and access to other nodes. Safe for all threads.
 */
interface QueryTransport {
  /**
   * Returns the connection to a node.
   *
   * @throws org.opensearch.transport.TransportException if there is none now
   */
  Connection connection(DiscoveryNode node);

  /** Number of searches of this node that another node has not answered. */
  long pending(String nodeId);

  /** Returns a search of this node; null if it is over. */
  @Nullable Task search(TaskId id);

  /**
   * Registers a node as a child of a search until the result is closed. Cancelling the search then
   * cancels the child's work too.
   *
   * @throws org.opensearch.core.tasks.TaskCancelledException if the search is cancelled
   */
  Releasable child(TaskId search, DiscoveryNode node);

  /** The current thread's headers, for the thread that continues its work. */
  Supplier<StoredContext> context();

  /** True if another plugin has changed the headers of the current search for one receiver. */
  boolean isDecorated();

  /** Runs on another thread, soon. */
  void execute(Runnable work);

  /** Cancels the query of a shard. */
  void cancel(DiscoveryNode on, CancelQueryRequest query);

  /** Frees the context of a search. */
  void free(DiscoveryNode on, ShardSearchContextId context, OriginalIndices indices);

  /** OpenSearch's statistics of nodes; null if copies are not chosen by them. */
  @Nullable ReplicaTimes times();
}
