package org.curtail.opensearch;

import org.curtail.runtime.SharedWork;
import org.jspecify.annotations.Nullable;
import org.opensearch.action.search.SearchShardTask;

/**
 * What helping threads do is counted to tasks by the {@link ThreadAccounts}, from when OpenSearch
 * has made them. Safe for all threads.
 */
public final class TaskAccounts {
  private volatile @Nullable ThreadAccounts keeper;

  TaskAccounts() {}

  void keptBy(ThreadAccounts by) {
    keeper = by;
  }

  /** The same work, with what helpers do counted to the task, if there is one. */
  <W, R> SharedWork<W, R> counted(SharedWork<W, R> work, @Nullable SearchShardTask task) {
    ThreadAccounts by = keeper;
    return by == null || task == null ? work : new CountedWork<>(work, by, task.getId());
  }
}
