package org.curtail.opensearch.hedge;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
 * Where searches begin on this node: notes the headers that each has in its thread context. So
 * whoever sends its queries sees whether the sender of another plugin has changed the context since
 * then, as one does that says for one receiver who the user is. A copy for another receiver must
 * not go out in that context.
 */
public final class SearchBegin implements ActionFilter {
  private static final String HEADERS = "curtail.hedge.headers";

  private final Supplier<ThreadContext> context;

  /**
   * On a node.
   *
   * @param context asked for each search
   */
  public SearchBegin(Supplier<ThreadContext> context) {
    this.context = context;
  }

  /** After all others, which may add headers to the search. */
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
    if (!action.equals(SearchAction.NAME)) {
      chain.proceed(task, action, request, listener);
      return;
    }
    ThreadContext present = context.get();
    // A search within another one begins anew.
    try (StoredContext before = present.newStoredContext(true, List.of(HEADERS))) {
      requireNonNull(before, "restored afterwards");
      present.putTransient(HEADERS, headers(present));
      chain.proceed(task, action, request, listener);
    }
  }

  /** Whether the context has not the headers any more with which its search began. */
  static boolean isDecorated(ThreadContext context) {
    return !headers(context).equals(context.getTransient(HEADERS));
  }

  /** Without the workload group, which OpenSearch's own filter of equal order may add. */
  private static Map<String, String> headers(ThreadContext context) {
    var headers = new HashMap<>(context.getHeaders());
    headers.remove(WorkloadGroupTask.WORKLOAD_GROUP_ID_HEADER);
    return headers;
  }
}
