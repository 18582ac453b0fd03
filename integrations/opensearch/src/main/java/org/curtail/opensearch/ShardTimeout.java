package org.curtail.opensearch;

import org.apache.lucene.index.QueryTimeout;
import org.jspecify.annotations.Nullable;
import org.opensearch.action.search.SearchShardTask;
import org.opensearch.core.tasks.TaskCancelledException;
import org.opensearch.search.internal.SearchContext;
import org.opensearch.search.query.QueryPhase.TimeExceededException;

/**
 * Timeout of a shard's search, or cancellation of its task, which fails it. OpenSearch's own
 * searcher checks both and does not say which one ended the search.
 *
 * @param known OpenSearch's timeout; null if nothing can end the search
 */
record ShardTimeout(@Nullable QueryTimeout known, SearchContext context) implements QueryTimeout {
  /**
   * True if the timeout has passed.
   *
   * @throws TaskCancelledException if the task was cancelled
   */
  @Override
  public boolean shouldExit() {
    if (known == null || !known.shouldExit()) {
      return false;
    }
    SearchShardTask task = context.getTask();
    if (task != null && task.isCancelled()) {
      throw new TaskCancelledException("cancelled task with reason: " + task.getReasonCancelled());
    }
    return true;
  }

  /**
   * Checks as OpenSearch's own searcher expects it.
   *
   * @throws TimeExceededException if the timeout has passed
   * @throws TaskCancelledException if the task was cancelled
   */
  void check() {
    if (shouldExit()) {
      throw new TimeExceededException();
    }
  }
}
