package org.curtail.opensearch;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.opensearch.common.util.concurrent.ThreadContext;

/** The node's engine as an executor for OpenSearch, which never shuts it down. */
final class EngineExecutor extends AbstractExecutorService {
  private final Supplier<NodeEngine> node;
  private final ThreadContext context;
  private final TaskAccounts accounts;
  private final Executor fallback;
  private volatile boolean isShutdown;

  /**
   * Creates the executor of a node.
   *
   * @param context thread context of the submitter, restored for its tasks
   * @param accounts counts the CPU time of the running threads
   * @param fallback runs tasks while the engine is switched off, as OpenSearch does
   */
  EngineExecutor(
      Supplier<NodeEngine> node, ThreadContext context, TaskAccounts accounts, Executor fallback) {
    this.node = node;
    this.context = context;
    this.accounts = accounts;
    this.fallback = fallback;
  }

  /** Equal if the same task was submitted, so that the engine treats all of them as one group. */
  private record ContextTask(Runnable submitted, Runnable inContext) implements Runnable {
    @Override
    public void run() {
      inContext.run();
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof ContextTask that && that.submitted.equals(submitted);
    }

    @Override
    public int hashCode() {
      return submitted.hashCode();
    }
  }

  /**
   * Submits a task. As in Lucene, the submitter runs tasks itself that no other thread has begun.
   */
  @Override
  public void execute(Runnable run) {
    NodeEngine engine = node.get();
    if (engine.isEnabled() && !engine.isBroken()) {
      Runnable inContext = context.preserveContext(accounts.counted(run, context));
      engine.running().executor().execute(new ContextTask(run, inContext));
    } else {
      fallback.execute(run);
    }
  }

  @Override
  public void shutdown() {
    isShutdown = true;
  }

  @Override
  public List<Runnable> shutdownNow() {
    isShutdown = true;
    return List.of();
  }

  @Override
  public boolean isShutdown() {
    return isShutdown;
  }

  @Override
  public boolean isTerminated() {
    return isShutdown;
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) {
    return isShutdown;
  }
}
