package org.curtail.opensearch.hedge;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.opensearch.action.OriginalIndices;
import org.opensearch.action.search.SearchShardTask;
import org.opensearch.cluster.node.DiscoveryNode;
import org.opensearch.common.lease.Releasable;
import org.opensearch.common.util.concurrent.ThreadContext.StoredContext;
import org.opensearch.core.concurrency.OpenSearchRejectedExecutionException;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.core.transport.TransportResponse;
import org.opensearch.search.internal.ShardSearchContextId;
import org.opensearch.search.internal.ShardSearchRequest;
import org.opensearch.tasks.Task;
import org.opensearch.transport.Transport.Connection;
import org.opensearch.transport.TransportInterceptor.AsyncSender;
import org.opensearch.transport.TransportRequest;
import org.opensearch.transport.TransportRequestOptions;
import org.opensearch.transport.TransportResponseHandler;

/** Nodes that respond when the test says so. All searches run until the test ends them. */
final class FakeNodes implements QueryTransport, AsyncSender {
  /** A message sent to a node. */
  record Sent(
      DiscoveryNode to,
      String action,
      TransportRequest request,
      TransportResponseHandler<?> handler) {
    @SuppressWarnings("unchecked")
    void answer(TransportResponse response) {
      ((TransportResponseHandler<TransportResponse>) handler).handleResponse(response);
    }
  }

  private record Cancel(DiscoveryNode on, CancelQueryRequest query) {}

  final List<Sent> sent = new CopyOnWriteArrayList<>();
  final List<String> cancelled = new CopyOnWriteArrayList<>();
  private final List<Cancel> cancels = new CopyOnWriteArrayList<>();
  final List<String> freed = new CopyOnWriteArrayList<>();

  /** Searches that began earlier, by their numbers. */
  final Map<Long, Task> known = new ConcurrentHashMap<>();

  volatile boolean isOver;
  volatile boolean isDecorated;

  /** True if this node is stopping, and so takes no more work. */
  volatile boolean isStopping;

  /** Number of refused tasks. */
  final AtomicInteger refused = new AtomicInteger();

  /** Thrown on sending. */
  volatile @Nullable RuntimeException failure;

  volatile @Nullable ReplicaTimes times;

  @Override
  public <T extends TransportResponse> void sendRequest(
      Connection connection,
      String action,
      TransportRequest request,
      TransportRequestOptions options,
      TransportResponseHandler<T> handler) {
    RuntimeException thrown = failure;
    if (thrown != null) {
      throw thrown;
    }
    sent.add(new Sent(connection.getNode(), action, request, handler));
  }

  @Override
  public Connection connection(DiscoveryNode node) {
    return new FakeConnection(node);
  }

  @Override
  public long pending(String nodeId) {
    return 0;
  }

  @Override
  public @Nullable Task search(TaskId id) {
    return isOver
        ? null
        : known.getOrDefault(
            id.getId(),
            new Task(id.getId(), "transport", "search", "", TaskId.EMPTY_TASK_ID, Map.of()));
  }

  @Override
  public Releasable child(TaskId search, DiscoveryNode node) {
    return () -> {};
  }

  @Override
  public Supplier<StoredContext> context() {
    return () -> () -> {};
  }

  @Override
  public boolean isDecorated() {
    return isDecorated;
  }

  @Override
  public void execute(Runnable work) {
    if (isStopping) {
      refused.incrementAndGet();
      throw new OpenSearchRejectedExecutionException("stopping", true);
    }
    work.run();
  }

  @Override
  public void cancel(DiscoveryNode on, CancelQueryRequest query) {
    cancelled.add(on.getId());
    cancels.add(new Cancel(on, query));
  }

  /** True if a node was asked to cancel what it was sent. */
  boolean isCancelled(Sent one) {
    var request = (ShardSearchRequest) one.request;
    var task =
        new SearchShardTask(
            1,
            "transport",
            one.action,
            request.getDescription(),
            request.getParentTask(),
            Map.of());
    return cancels.stream()
        .anyMatch(cancel -> cancel.on.equals(one.to) && cancel.query.matches(task));
  }

  @Override
  public void free(DiscoveryNode on, ShardSearchContextId context, OriginalIndices indices) {
    freed.add(on.getId());
  }

  @Override
  public @Nullable ReplicaTimes times() {
    return times;
  }
}
