package org.curtail.opensearch;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** The node's engine as OpenSearch wants executors; OpenSearch never shuts it down. */
final class EngineExecutor extends AbstractExecutorService {
  private final Supplier<NodeEngine> node;
  private volatile boolean isShutdown;

  EngineExecutor(Supplier<NodeEngine> node) {
    this.node = node;
  }

  /** Whoever submits runs itself what no other thread has begun, as Lucene does. */
  @Override
  public void execute(Runnable run) {
    NodeEngine engine = node.get();
    if (engine.isEnabled()) {
      engine.running().executor().execute(run);
    } else {
      run.run();
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
