package org.curtail.opensearch.hedge;

import java.io.IOException;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.tasks.CancellableTask;
import org.opensearch.transport.TransportRequest;

/** Request to cancel the query of one shard: OpenSearch itself can only cancel a whole search. */
final class CancelQueryRequest extends TransportRequest {
  static final String ACTION = "internal:curtail/hedge/cancel";

  private final TaskId search;
  private final String queryAction;
  private final String description;

  /**
   * Names a query.
   *
   * @param search the search of the query
   * @param queryAction action that sent it
   * @param description description of its task
   */
  CancelQueryRequest(TaskId search, String queryAction, String description) {
    this.search = search;
    this.queryAction = queryAction;
    this.description = description;
  }

  CancelQueryRequest(StreamInput in) throws IOException {
    super(in);
    search = TaskId.readFromStream(in);
    queryAction = in.readString();
    description = in.readString();
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    super.writeTo(out);
    search.writeTo(out);
    out.writeString(queryAction);
    out.writeString(description);
  }

  boolean matches(CancellableTask task) {
    return task.getParentTaskId().equals(search)
        && task.getAction().equals(queryAction)
        && description.equals(task.getDescription());
  }
}
