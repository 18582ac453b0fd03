package org.curtail.opensearch;

import org.curtail.runtime.SharedWork;
import org.jspecify.annotations.Nullable;
import org.opensearch.action.search.SearchShardTask;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.core.tasks.resourcetracker.ResourceStats;
import org.opensearch.core.tasks.resourcetracker.ThreadResourceInfo;
import org.opensearch.tasks.Task;
import org.opensearch.tasks.TaskResourceTrackingService;

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

  /**
   * The same run, counted to the task in whose context it is, if there is one, unless the current
   * thread runs it: what that does OpenSearch counts itself.
   */
  Runnable counted(Runnable run, ThreadContext context) {
    Thread submitter = Thread.currentThread();
    return () -> {
      ThreadAccounts by = keeper;
      Long taskId = context.getTransient(TaskResourceTrackingService.TASK_ID);
      if (by == null || taskId == null || Thread.currentThread().equals(submitter)) {
        run.run();
        return;
      }
      ThreadAccounts.Stint stint = by.begin(taskId);
      try {
        run.run();
      } finally {
        stint.close();
      }
    };
  }

  /** CPU time that other threads than this one have had for a task, as far as it is counted yet. */
  static long cpuOfOthersNanos(Task task) {
    long self = Thread.currentThread().threadId();
    long nanos = 0;
    for (var thread : task.getResourceStats().entrySet()) {
      if (thread.getKey() != self) {
        for (ThreadResourceInfo stint : thread.getValue()) {
          var cpu = stint.getResourceUsageInfo().getStatsInfo().get(ResourceStats.CPU);
          nanos += cpu == null ? 0 : cpu.getTotalValue();
        }
      }
    }
    return nanos;
  }
}
