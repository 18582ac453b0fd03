package org.curtail.opensearch;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.opensearch.common.inject.Inject;
import org.opensearch.common.lifecycle.AbstractLifecycleComponent;
import org.opensearch.tasks.TaskResourceTrackingService;

/**
 * Counts what the engine's threads do to the tasks that they help: their CPU time and memory, as
 * search backpressure, workload groups and {@code _tasks} see them, while the task runs. OpenSearch
 * makes it, since only it knows who keeps the accounts. Safe for all threads.
 */
public final class ThreadAccounts extends AbstractLifecycleComponent {
  /** For which task the thread works; it stays so, without CPU time, until it has another one. */
  @SuppressWarnings("ThreadLocalUsage") // A thread helps the engine of one node all its life.
  private final ThreadLocal<@Nullable Stint> current = new ThreadLocal<>();

  private final TaskResourceTrackingService accounts;

  /** Made by OpenSearch, and handed to its plugin. */
  @Inject
  public ThreadAccounts(TaskResourceTrackingService accounts, TaskAccounts of) {
    this.accounts = accounts;
    of.keptBy(this);
  }

  /** A thread's time with one task, from which on it counts to that. */
  final class Stint {
    private final long taskId;
    private final long threadId = Thread.currentThread().threadId();
    private final AtomicBoolean open = new AtomicBoolean(true);

    private Stint(long taskId) {
      this.taskId = taskId;
    }

    /** By any thread; once. */
    void close() {
      if (open.getAndSet(false)) {
        accounts.taskExecutionFinishedOnThread(taskId, threadId);
      }
    }
  }

  /** Whether the current thread works for this task already. */
  boolean isFor(long taskId) {
    Stint stint = current.get();
    return stint != null && stint.taskId == taskId && stint.open.get();
  }

  /** The current thread works for this task from now on, and for no other. */
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
