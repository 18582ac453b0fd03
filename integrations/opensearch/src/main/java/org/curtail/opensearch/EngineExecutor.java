package org.curtail.opensearch;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.opensearch.common.util.concurrent.ThreadContext;

/** The node's engine as OpenSearch wants executors; OpenSearch never shuts it down. */
final class EngineExecutor extends AbstractExecutorService {
  private final Supplier<NodeEngine> node;
  private final ThreadContext context;
  private final TaskAccounts accounts;
  private final Executor without;
  private volatile boolean isShutdown;

  /**
   * Of a node.
   *
   * @param context in which whoever submits is; so is what it has submitted
   * @param accounts of who runs it
   * @param without runs what comes while the engine is switched off, as OpenSearch does
   */
  EngineExecutor(
      Supplier<NodeEngine> node, ThreadContext context, TaskAccounts accounts, Executor without) {
    this.node = node;
    this.context = context;
    this.accounts = accounts;
    this.without = without;
  }

  /** Equal if the same run was submitted, so that the engine takes all for one group. */
  private record InContext(Runnable submitted, Runnable inContext) implements Runnable {
    @Override
    public void run() {
      inContext.run();
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof InContext that && that.submitted.equals(submitted);
    }

    @Override
    public int hashCode() {
      return submitted.hashCode();
    }
  }

  /** Whoever submits runs itself what no other thread has begun, as Lucene does. */
  @Override
  public void execute(Runnable run) {
    NodeEngine engine = node.get();
    if (engine.isEnabled() && !engine.isBroken()) {
      Runnable inContext = context.preserveContext(accounts.counted(run, context));
      engine.running().executor().execute(new InContext(run, inContext));
    } else {
      without.execute(run);
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
