package org.curtail.opensearch;

import org.curtail.runtime.SharedWork;
import org.jspecify.annotations.Nullable;
import org.opensearch.action.search.SearchShardTask;

/** Who keeps accounts of helping threads, from when OpenSearch has made it. Safe for all threads. */
public final class HelperAccounts {
  private volatile @Nullable ThreadAccounts keeper;

  HelperAccounts() {}

  void keptBy(ThreadAccounts by) {
    keeper = by;
  }

  /** The same work, with what helpers do counted to the task, if there is one. */
  <W, R> SharedWork<W, R> counted(SharedWork<W, R> work, @Nullable SearchShardTask task) {
    ThreadAccounts by = keeper;
    return by == null || task == null ? work : new CountedWork<>(work, by, task.getId());
  }
}
