package org.curtail.opensearch.hedge;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.opensearch.action.ActionRequest;
import org.opensearch.action.search.SearchAction;
import org.opensearch.action.support.ActionFilter;
import org.opensearch.action.support.ActionFilterChain;
import org.opensearch.action.support.ActionRequestMetadata;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.common.util.concurrent.ThreadContext.StoredContext;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.action.ActionResponse;
import org.opensearch.tasks.Task;
import org.opensearch.wlm.WorkloadGroupTask;

/**
 * Records the headers of each search in its thread context when it begins on this node. So the
 * sender of its queries sees if another plugin has changed the context since then, such as one that
 * tells one receiver who the user is. A copy for another receiver must not be sent in that context.
 * A search that began while hedging was off has no record, and is not hedged.
 */
public final class SearchHeadersFilter implements ActionFilter {
  private static final String HEADERS = "curtail.hedge.headers";

  private final Supplier<ThreadContext> context;
  private final BooleanSupplier isHedging;

  /**
   * Creates the filter of a node.
   *
   * @param context called for each search
   * @param isHedging true while queries may be hedged
   */
  public SearchHeadersFilter(Supplier<ThreadContext> context, BooleanSupplier isHedging) {
    this.context = context;
    this.isHedging = isHedging;
  }

  /** Runs after all others, which may add headers to the search. */
  @Override
  public int order() {
    return Integer.MAX_VALUE;
  }

  @Override
  public <I extends ActionRequest, O extends ActionResponse> void apply(
      Task task,
      String action,
      I request,
      ActionRequestMetadata<I, O> metadata,
      ActionListener<O> listener,
      ActionFilterChain<I, O> chain) {
    if (!action.equals(SearchAction.NAME) || !isHedging.getAsBoolean()) {
      chain.proceed(task, action, request, listener);
      return;
    }
    ThreadContext present = context.get();
    // A nested search records its own headers.
    try (StoredContext before = present.newStoredContext(true, List.of(HEADERS))) {
      requireNonNull(before, "restored afterwards");
      present.putTransient(HEADERS, headers(present));
      chain.proceed(task, action, request, listener);
    }
  }

  /** True if the headers have changed since the search began. */
  static boolean isDecorated(ThreadContext context) {
    return !headers(context).equals(context.getTransient(HEADERS));
  }

  /**
   * Returns the headers without the workload group, which OpenSearch's own filter of equal order
   * may add.
   */
  private static Map<String, String> headers(ThreadContext context) {
    var headers = new HashMap<>(context.getHeaders());
    headers.remove(WorkloadGroupTask.WORKLOAD_GROUP_ID_HEADER);
    return headers;
  }
}
