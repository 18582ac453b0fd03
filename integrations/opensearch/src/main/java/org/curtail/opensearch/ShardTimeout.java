package org.curtail.opensearch;

import org.apache.lucene.index.QueryTimeout;
import org.jspecify.annotations.Nullable;
import org.opensearch.action.search.SearchShardTask;
import org.opensearch.core.tasks.TaskCancelledException;
import org.opensearch.search.internal.SearchContext;
import org.opensearch.search.query.QueryPhase.TimeExceededException;

/**
 * When a search of a shard is over: at its timeout, or when its task was cancelled, which fails it.
 * OpenSearch's own searcher knows both, and tells no more than that there is one.
 *
 * @param known OpenSearch's; null if nothing can end the search
 */
record ShardTimeout(@Nullable QueryTimeout known, SearchContext context) implements QueryTimeout {
  /**
   * Whether its time is over.
   *
   * @throws TaskCancelledException if it was cancelled
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
   * The same as OpenSearch's own searcher wants it.
   *
   * @throws TimeExceededException if its time is over
   * @throws TaskCancelledException if it was cancelled
   */
  void check() {
    if (shouldExit()) {
      throw new TimeExceededException();
    }
  }
}
