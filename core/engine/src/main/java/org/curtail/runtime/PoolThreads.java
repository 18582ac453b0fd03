package org.curtail.runtime;

import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;

/**
 * The threads of an engine's pool, one per worker. One that dies is replaced by another, which goes
 * on where it was, and that is said.
 */
final class PoolThreads {
  private final ThreadFactory factory;
  private final Consumer<Worker> life;

  /**
   * @param life what a thread does for its worker, until that is stopped
   */
  PoolThreads(ThreadFactory factory, Consumer<Worker> life) {
    this.factory = factory;
    this.life = life;
  }

  /**
   * Gives a worker its thread.
   *
   * @throws IllegalStateException if the factory makes none
   */
  void start(Worker worker) {
    Thread thread = factory.newThread(() -> live(worker));
    if (thread == null) {
      throw new IllegalStateException(
          "the thread factory " + factory.getClass().getName() + " returned no thread");
    }
    worker.start(thread);
  }

  private void live(Worker worker) {
    while (!worker.hasStopped()) {
      try {
        life.accept(worker);
        return;
      } catch (Throwable e) {
        if (isReplaced(worker, e)) {
          return;
        }
        // Without another thread this one goes on, so that no worker is lost.
      }
    }
  }

  private boolean isReplaced(Worker worker, Throwable e) {
    try {
      FaultReport.error("a thread of the pool died and is replaced", e);
      start(worker);
      return true;
    } catch (Throwable again) {
      return false;
    }
  }
}
