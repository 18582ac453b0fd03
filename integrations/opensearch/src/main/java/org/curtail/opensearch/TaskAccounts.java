package org.curtail.opensearch;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.curtail.runtime.DelegatingWork;
import org.curtail.runtime.SharedWork;
import org.curtail.runtime.Timeline;
import org.jspecify.annotations.Nullable;
import org.opensearch.action.search.SearchShardTask;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.core.tasks.resourcetracker.ResourceStats;
import org.opensearch.core.tasks.resourcetracker.ThreadResourceInfo;
import org.opensearch.tasks.Task;
import org.opensearch.tasks.TaskResourceTrackingService;

/**
 * Counts the work of helper threads to tasks, and tells what OpenSearch knows of them, through
 * {@link ThreadAccounts} once OpenSearch has created them. Safe for all threads.
 */
public final class TaskAccounts implements AdmissionQueue.Accounts {
  private volatile @Nullable ThreadAccounts connected;

  TaskAccounts() {}

  void connect(ThreadAccounts to) {
    connected = to;
  }

  @Override
  public boolean isThrottled(SearchShardTask task) {
    ThreadAccounts to = connected;
    return to != null && to.isThrottled(task);
  }

  @Override
  public long cpuNanos(SearchShardTask task) {
    ThreadAccounts to = connected;
    return to == null ? 0 : to.cpuNanos(task);
  }

  /** Returns work that counts its helpers to the task, if there is one. */
  <W, R> SharedWork<W, R> counted(SharedWork<W, R> work, @Nullable SearchShardTask task) {
    ThreadAccounts to = connected;
    return to == null || task == null ? work : new CountedWork<>(work, to, task.getId());
  }

  /**
   * Returns a task that counts to the search task in its thread context, if there is one. A run on
   * the current thread does not count: OpenSearch counts that itself.
   */
  Runnable counted(Runnable run, ThreadContext context) {
    Thread submitter = Thread.currentThread();
    return () -> {
      ThreadAccounts to = connected;
      Long taskId = context.getTransient(TaskResourceTrackingService.TASK_ID);
      if (to == null || taskId == null || Thread.currentThread().equals(submitter)) {
        run.run();
        return;
      }
      ThreadAccounts.Stint stint = to.begin(taskId);
      try {
        run.run();
      } finally {
        stint.close();
      }
    };
  }

  /** CPU time, counted so far, of threads other than the current one for a task. */
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

  /**
   * A search that counts the CPU time of its helper threads to its task. OpenSearch counts the
   * caller's thread itself.
   */
  private static final class CountedWork<W, R> extends DelegatingWork<W, R> {
    private final ThreadAccounts accounts;
    private final long taskId;
    private final Thread caller = Thread.currentThread();
    private final Queue<ThreadAccounts.Stint> stints = new ConcurrentLinkedQueue<>();

    CountedWork(SharedWork<W, R> work, ThreadAccounts accounts, long taskId) {
      super(work);
      this.accounts = accounts;
      this.taskId = taskId;
    }

    @Override
    public void run(W worker, int chunk, Checkpoint checkpoint) throws Exception {
      if (!Thread.currentThread().equals(caller) && !accounts.isFor(taskId)) {
        stints.add(accounts.begin(taskId));
      }
      super.run(worker, chunk, checkpoint);
    }

    /** Closes the accounts before the caller continues and the task may end. */
    @Override
    public void ended(Timeline timeline) {
      stints.forEach(ThreadAccounts.Stint::close);
      super.ended(timeline);
    }
  }
}
