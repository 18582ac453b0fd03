package org.curtail.runtime;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import org.curtail.dispatch.Instants;

/**
 * Keeps whole cores for boosted threads. The other threads share the cores that are left: if there
 * are too many, some pause at a chunk border, and they take turns. Guarded by the engine's lock,
 * except where said.
 */
final class BoostThrottle {
  /** Length of a turn. Long compared with pausing and resuming, short compared with a request. */
  static final long TURN_NANOS = 2_000_000;

  /**
   * The longest pause. After it a thread continues in any case: a thread that is stuck in its chunk
   * never passes on its turn. This pause is longer than a round of turns on many cores.
   */
  static final long LONGEST_PAUSE_NANOS = 25 * TURN_NANOS;

  private final int cores;

  /** True if this object keeps the cores; false if the operating system does. */
  private final boolean isUsed;

  private final ArrayDeque<Worker> paused = new ArrayDeque<>();

  /**
   * Number of boosted threads; 0 if no thread has to pause. Read without the lock at every border.
   */
  private volatile int boostedThreads;

  /** Number of paused threads; read without the lock. */
  private volatile int pausedThreads;

  BoostThrottle(int cores, boolean isUsed) {
    this.cores = cores;
    this.isUsed = isUsed;
  }

  /** True if a thread may have to pause. Needs no lock. */
  boolean isActive() {
    return boostedThreads > 0;
  }

  /**
   * Adapts the number of paused threads.
   *
   * @param boosted threads that are boosted, fewer than cores
   * @param busy all threads that serve requests, paused ones included
   */
  void adjust(int boosted, int busy) {
    if (!isUsed) {
      return;
    }
    if (boostedThreads != boosted) {
      boostedThreads = boosted;
    }
    while (!paused.isEmpty() && (boosted == 0 || computing(busy) < cores - boosted)) {
      paused.poll().resume();
    }
    pausedThreads = paused.size();
  }

  /**
   * True if {@link #mayGoOn} may return false. Needs no lock: the next border corrects an error of
   * this one.
   */
  boolean mayHaveToPause(Worker worker, int busy, long nowNanos) {
    int boosted = boostedThreads;
    int pausing = pausedThreads;
    return busy - boosted - pausing > cores - boosted
        || (pausing > 0 && nowNanos - worker.turnFromNanos >= TURN_NANOS);
  }

  /**
   * Returns true if this worker may continue; otherwise pauses it. Called at a chunk border of a
   * request that is not boosted.
   */
  boolean mayGoOn(Worker worker, int busy, long nowNanos) {
    if (boostedThreads == 0) {
      return true;
    }
    boolean tooMany = computing(busy) > cores - boostedThreads;
    if (!tooMany && (paused.isEmpty() || nowNanos - worker.turnFromNanos < TURN_NANOS)) {
      return true;
    }
    paused.add(worker);
    worker.pause(Instants.after(nowNanos, LONGEST_PAUSE_NANOS));
    if (!tooMany) {
      Worker next = paused.poll();
      next.turnFromNanos = nowNanos;
      next.resume();
    }
    pausedThreads = paused.size();
    return false;
  }

  /** Resumes a worker after its longest pause. */
  void resume(Worker worker, long nowNanos) {
    if (paused.remove(worker)) {
      worker.turnFromNanos = nowNanos;
    }
    pausedThreads = paused.size();
    worker.resume();
  }

  /** Resumes all paused workers of a request. */
  void resume(Request<?, ?> request) {
    for (Iterator<Worker> all = paused.iterator(); all.hasNext(); ) {
      Worker worker = all.next();
      if (worker.serves(request)) {
        all.remove();
        pausedThreads = paused.size();
        worker.resume();
      }
    }
  }

  /** Resumes all paused workers. */
  void resumeAll() {
    while (!paused.isEmpty()) {
      paused.poll().resume();
    }
    boostedThreads = 0;
    pausedThreads = 0;
  }

  int pausedThreads() {
    return paused.size();
  }

  List<Worker> paused() {
    return List.copyOf(paused);
  }

  private int computing(int busy) {
    return busy - boostedThreads - paused.size();
  }
}
