package org.curtail.opensearch;

import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.opensearch.ResourceNotFoundException;
import org.opensearch.common.inject.Inject;
import org.opensearch.common.lifecycle.AbstractLifecycleComponent;
import org.opensearch.core.tasks.resourcetracker.ResourceStats;
import org.opensearch.tasks.Task;
import org.opensearch.tasks.TaskResourceTrackingService;
import org.opensearch.wlm.WorkloadGroupService;
import org.opensearch.wlm.WorkloadGroupTask;

/**
 * Counts the CPU time and memory of the engine's threads to the tasks that they help. Search
 * backpressure, workload groups and {@code _tasks} see both while the task runs. It also knows
 * which groups use too much. OpenSearch creates it, since only OpenSearch knows its services. Safe
 * for all threads.
 */
public final class ThreadAccounts extends AbstractLifecycleComponent {
  /**
   * The task that the thread counts to; it stays, without CPU time, until the thread has another.
   */
  @SuppressWarnings("ThreadLocalUsage") // A thread helps the engine of one node all its life.
  private final ThreadLocal<@Nullable Stint> current = new ThreadLocal<>();

  private final TaskResourceTrackingService accounts;
  private final WorkloadGroupService groups;

  /**
   * Called by OpenSearch.
   *
   * @param groups which use too much
   * @param plugin the accounts of the plugin, which get connected to OpenSearch
   */
  @Inject
  public ThreadAccounts(
      TaskResourceTrackingService accounts, WorkloadGroupService groups, TaskAccounts plugin) {
    this.accounts = accounts;
    this.groups = groups;
    plugin.connect(this);
  }

  /** A thread's time with one task, counted to it. */
  final class Stint {
    private final long taskId;
    private final long threadId = Thread.currentThread().threadId();
    private final AtomicBoolean open = new AtomicBoolean(true);

    private Stint(long taskId) {
      this.taskId = taskId;
    }

    /** Ends the time; may run on any thread and more than once. */
    void close() {
      if (open.getAndSet(false)) {
        accounts.taskExecutionFinishedOnThread(taskId, threadId);
      }
    }
  }

  /** True if the current thread counts to this task already. */
  boolean isFor(long taskId) {
    Stint stint = current.get();
    return stint != null && stint.taskId == taskId && stint.open.get();
  }

  /** Counts the current thread to this task from now on, and to no other. */
  Stint begin(long taskId) {
    Stint before = current.get();
    if (before != null) {
      before.close();
    }
    var stint = new Stint(taskId);
    accounts.taskExecutionStartedOnThread(taskId, stint.threadId);
    current.set(stint);
    return stint;
  }

  /** Returns the CPU time of all threads for the task so far. */
  long cpuNanos(Task task) {
    accounts.refreshResourceStats(task);
    return task.getTotalResourceUtilization(ResourceStats.CPU);
  }

  /** True if the task's workload group uses more than its limit, and limits are enforced. */
  boolean isThrottled(WorkloadGroupTask task) {
    // Backpressure handles the tasks without a group, and all if groups are not enforced.
    if (!task.isWorkloadGroupSet() || groups.shouldSBPHandle(task)) {
      return false;
    }
    String group = task.getWorkloadGroupId();
    try {
      return !groups.nodeStats(Set.of(group), true).getStats().isEmpty();
    } catch (ResourceNotFoundException e) {
      return false; // the group was deleted meanwhile
    }
  }

  @Override
  protected void doStart() {}

  @Override
  protected void doStop() {}

  @Override
  protected void doClose() {}
}
