package org.curtail.runtime;

import java.util.List;

/** How an engine is closed, step by step: nothing of it is given up because memory is short. */
final class Shutdown {
  private final Engine engine;
  private final List<Worker> workers;

  // Made beforehand, since memory may be short then.
  private final Runnable cancelling;
  private final Runnable abandoning;
  private final Runnable settling;

  /** Of an engine with these workers, which may still be added. */
  Shutdown(Engine engine, List<Worker> workers) {
    this.engine = engine;
    this.workers = workers;
    cancelling = engine::cancelAll;
    abandoning = engine::abandonAll;
    settling = engine::settle;
  }

  /**
   * Refuses new requests, waits so long for the others, cancels those that are left, and ends the
   * threads.
   *
   * @param whenStopped run once the workers have been told to end
   */
  void run(long graceNanos, Runnable whenStopped) {
    engine.refuse();
    boolean interrupted = false;
    boolean cancelled = false;
    boolean empty = false;
    while (!empty) {
      try {
        empty = engine.awaitEmpty(graceNanos);
        if (!empty && cancelled) {
          break;
        }
      } catch (InterruptedException e) {
        interrupted = true;
      }
      if (!empty) {
        cancelled = true;
        untilDone(cancelling);
      }
    }
    if (!empty) {
      untilDone(abandoning);
    }
    workers.forEach(Worker::stop);
    whenStopped.run();
    if (empty) {
      interrupted |= awaitThreads();
    }
    untilDone(settling);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** What closes must not be given up because memory is short. */
  private void untilDone(Runnable step) {
    while (true) {
      try {
        step.run();
        return;
      } catch (OutOfMemoryError e) {
        engine.metOutsideRequests(e);
      }
    }
  }

  private boolean awaitThreads() {
    boolean interrupted = false;
    for (Worker worker : workers) {
      while (true) {
        try {
          worker.awaitEnd();
          break;
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    return interrupted;
  }
}
