package org.curtail.opensearch;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.curtail.runtime.DelegatingWork;
import org.curtail.runtime.SharedWork;
import org.curtail.runtime.Timeline;

/** A search whose helpers' work is counted to its task. OpenSearch counts the caller's itself. */
final class CountedWork<W, R> extends DelegatingWork<W, R> {
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

  /** Before the caller goes on, and the task may end. */
  @Override
  public void ended(Timeline timeline) {
    stints.forEach(ThreadAccounts.Stint::close);
    super.ended(timeline);
  }
}
