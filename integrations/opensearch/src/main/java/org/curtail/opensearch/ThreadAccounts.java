package org.curtail.opensearch;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.opensearch.common.inject.Inject;
import org.opensearch.common.lifecycle.AbstractLifecycleComponent;
import org.opensearch.tasks.TaskResourceTrackingService;

/**
 * Counts the CPU time and memory of the engine's threads to the tasks that they help. Search
 * backpressure, workload groups and {@code _tasks} see both while the task runs. OpenSearch creates
 * it, since only OpenSearch knows its tracking service. Safe for all threads.
 */
public final class ThreadAccounts extends AbstractLifecycleComponent {
  /**
   * The task that the thread counts to; it stays, without CPU time, until the thread has another.
   */
  @SuppressWarnings("ThreadLocalUsage") // A thread helps the engine of one node all its life.
  private final ThreadLocal<@Nullable Stint> current = new ThreadLocal<>();

  private final TaskResourceTrackingService accounts;

  /**
   * Called by OpenSearch.
   *
   * @param of the plugin's accounts, which this connects to OpenSearch
   */
  @Inject
  public ThreadAccounts(TaskResourceTrackingService accounts, TaskAccounts plugin) {
    this.accounts = accounts;
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

  @Override
  protected void doStart() {}

  @Override
  protected void doStop() {}

  @Override
  protected void doClose() {}
}
