package org.curtail.opensearch.hedge;

import java.util.function.Supplier;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.jspecify.annotations.Nullable;
import org.opensearch.action.OriginalIndices;
import org.opensearch.action.search.SearchTransportService;
import org.opensearch.cluster.node.DiscoveryNode;
import org.opensearch.common.inject.Inject;
import org.opensearch.common.lease.Releasable;
import org.opensearch.common.lifecycle.AbstractLifecycleComponent;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.common.util.concurrent.ThreadContext.StoredContext;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.core.transport.TransportResponse;
import org.opensearch.search.SearchService;
import org.opensearch.search.internal.ShardSearchContextId;
import org.opensearch.tasks.CancellableTask;
import org.opensearch.tasks.Task;
import org.opensearch.threadpool.Scheduler.Cancellable;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.EmptyTransportResponseHandler;
import org.opensearch.transport.Transport.Connection;
import org.opensearch.transport.TransportException;
import org.opensearch.transport.TransportRequestOptions;
import org.opensearch.transport.TransportService;

/**
 * Connects hedging to the services of a real node. OpenSearch creates it, since only OpenSearch
 * knows its services; it registers itself with {@link ShardHedging}. Safe for all threads.
 */
public final class NodeTransport extends AbstractLifecycleComponent implements QueryTransport {
  private static final Logger LOG = LogManager.getLogger(NodeTransport.class);
  private static final TimeValue SWEEP = TimeValue.timeValueSeconds(1);

  private final TransportService transport;
  private final SearchTransportService searches;
  private final ThreadPool pool;
  private final ShardHedging hedging;
  private final ReplicaTimes times;
  private @Nullable Cancellable sweep;

  /** Called by OpenSearch. */
  @Inject
  public NodeTransport(
      TransportService transport,
      SearchTransportService searches,
      SearchService shards,
      ShardHedging hedging) {
    this.transport = transport;
    this.searches = searches;
    this.hedging = hedging;
    times = new ReplicaTimes(shards.getResponseCollectorService());
    pool = transport.getThreadPool();
    transport.registerRequestHandler(
        CancelQueryRequest.ACTION,
        ThreadPool.Names.GENERIC,
        CancelQueryRequest::new,
        (request, channel, task) -> {
          cancelHere(request);
          channel.sendResponse(TransportResponse.Empty.INSTANCE);
        });
    hedging.connect(this);
  }

  @Override
  protected void doStart() {
    sweep = pool.scheduleWithFixedDelay(hedging::sweep, SWEEP, ThreadPool.Names.GENERIC);
  }

  @Override
  protected void doStop() {
    if (sweep != null) {
      sweep.cancel();
    }
  }

  @Override
  protected void doClose() {}

  private void cancelHere(CancelQueryRequest query) {
    for (CancellableTask task : transport.getTaskManager().getCancellableTasks().values()) {
      if (query.matches(task)) {
        transport
            .getTaskManager()
            .cancelTaskAndDescendants(
                task,
                "another copy of the shard answered first",
                false,
                ActionListener.wrap(done -> {}, e -> LOG.debug("a query was not cancelled", e)));
      }
    }
  }

  @Override
  public Connection connection(DiscoveryNode node) {
    return transport.getConnection(node);
  }

  @Override
  public long pending(String nodeId) {
    return searches.getPendingSearchRequests().getOrDefault(nodeId, 0L);
  }

  @Override
  public @Nullable Task search(TaskId id) {
    return transport.getTaskManager().getTask(id.getId());
  }

  @Override
  public Releasable child(TaskId search, DiscoveryNode node) {
    return transport.getTaskManager().registerChildNode(search.getId(), node);
  }

  @Override
  public Supplier<StoredContext> context() {
    return pool.getThreadContext().newRestorableContext(true);
  }

  @Override
  public boolean isDecorated() {
    return SearchHeadersFilter.isDecorated(pool.getThreadContext());
  }

  @Override
  public void execute(Runnable work) {
    pool.generic().execute(work);
  }

  /** Sends the request; a node without the plugin does not know it and continues the query. */
  @Override
  public void cancel(DiscoveryNode on, CancelQueryRequest query) {
    ThreadContext context = pool.getThreadContext();
    StoredContext before = context.stashContext();
    try {
      context.markAsSystemContext();
      transport.sendRequest(
          on,
          CancelQueryRequest.ACTION,
          query,
          TransportRequestOptions.EMPTY,
          new EmptyTransportResponseHandler(ThreadPool.Names.SAME) {
            @Override
            public void handleException(TransportException e) {
              LOG.debug("a query was not cancelled on {}", on, e);
            }
          });
    } finally {
      before.restore();
    }
  }

  @Override
  public void free(DiscoveryNode on, ShardSearchContextId context, OriginalIndices indices) {
    try {
      searches.sendFreeContext(transport.getConnection(on), context, indices);
    } catch (TransportException e) {
      LOG.debug("{} has left, and its contexts with it", on, e);
    }
  }

  @Override
  public ReplicaTimes times() {
    return times;
  }
}
