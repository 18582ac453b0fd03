package org.curtail.autopilot;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import org.curtail.automatic.Judge;
import org.curtail.automatic.PlanTask;
import org.curtail.automatic.PolicyMap;
import org.jspecify.annotations.Nullable;

/**
 * The thread that plans, as the {@link PlanningPace} lets it: it stops within microseconds as soon
 * as requests want the cores, and looks again a little later. Sleeps while there is nothing to
 * plan, or while it is paused.
 */
final class PlanningThread {
  /** Is told on this thread what came of a task. */
  interface Result {
    void planned(PolicyMap map);

    void failed(Throwable why);
  }

  /** How many cores no request uses now. */
  interface Idle {
    int cores();
  }

  /** While it rests it looks so often whether cores have become idle. */
  private static final long LOOK_NANOS = 5_000_000;

  /** The same while there is nothing to plan. */
  private static final long SELDOM_NANOS = 1_000_000_000;

  /** A piece whose thread ran for less of its time had to wait for a core. */
  private static final double LEAST_RUNNING = 0.8;

  /** Of shorter ones that is not told. */
  private static final long LEAST_TELLING_NANOS = PlanningPace.PIECE_NANOS / 2;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final int cores;
  private final Idle idle;
  private final Result result;
  private final CompilerTime compiler = new CompilerTime();
  private final Thread thread;
  private volatile @Nullable PlanTask task;
  private volatile boolean paused;
  private volatile boolean stopped;
  private volatile boolean closed;

  /** Share of the present plan that is done, 0 to 1. */
  private volatile double doneShare;

  /** CPU time that planning has taken. */
  private volatile long spentNanos;

  // Only the thread itself uses these.
  private long pieceBeganNanos;
  private long pieceBeganCpuNanos;
  private boolean isPieceFree;

  /**
   * A thread that is not started yet.
   *
   * @param cores that requests are served on
   * @throws IllegalStateException if the factory makes none
   */
  PlanningThread(ThreadFactory factory, int cores, Idle idle, Result result) {
    this.cores = cores;
    this.idle = idle;
    this.result = result;
    Thread made = factory.newThread(this::live);
    if (made == null) {
      throw new IllegalStateException(
          "the factory of planning threads "
              + factory.getClass().getName()
              + " returned no thread");
    }
    thread = made;
  }

  /** One of the least priority, which ends with the process. */
  @SuppressWarnings("ThreadPriorityCheck") // Nothing depends on it; it only gets out of the way.
  static Thread unimportant(String engineName, Runnable task) {
    var thread = new Thread(task, engineName + "-planning");
    thread.setDaemon(true);
    thread.setPriority(Thread.MIN_PRIORITY);
    return thread;
  }

  void start() {
    thread.start();
  }

  /** Plans this next; only if it {@linkplain #isIdle has nothing} to plan. */
  void plan(PlanTask next) {
    doneShare = 0;
    stopped = false;
    task = next;
    LockSupport.unpark(thread);
  }

  boolean isIdle() {
    return task == null;
  }

  /** Share of the present plan that is done, 0 to 1. */
  double doneShare() {
    return doneShare;
  }

  /** CPU time that planning has taken so far; 0 if the JVM does not know. */
  long spentNanos() {
    return spentNanos;
  }

  /** Whether to wait between two pieces until this is said again. */
  void pause(boolean isPaused) {
    paused = isPaused;
    LockSupport.unpark(thread);
  }

  /** The present plan is of no use any more: it fails soon, if it does not end. */
  void stop() {
    stopped = true;
    LockSupport.unpark(thread);
  }

  void close() {
    closed = true;
    LockSupport.unpark(thread);
  }

  private void live() {
    try {
      Judge.rehearse(cores, this::endIfClosed);
    } catch (Throwable e) {
      // Nothing depends on it.
    }
    var pace = new PlanningPace(cores, System.nanoTime());
    while (!closed) {
      PlanTask next = task;
      if (next == null) {
        pace.compiled(compiler.nanosSinceLook()); // That of the last plan ends after it.
        await(SELDOM_NANOS, pace);
        continue;
      }
      try {
        Judge judge = judge(next, pace);
        result.planned(judge.map());
      } catch (Throwable e) {
        if (closed) {
          return;
        }
        result.failed(e);
      }
      task = null; // Not before its result is known, or it would be asked for again.
    }
  }

  private void endIfClosed() {
    if (closed) {
      throw new CancellationException("closed");
    }
  }

  private Judge judge(PlanTask next, PlanningPace pace) {
    pace.beginPlan();
    beginPiece(pace.isFree(idle.cores()));
    Judge judge = next.judge(() -> mayRest(pace));
    while (!judge.isDone()) {
      judge.step();
      doneShare = judge.doneShare();
      mayRest(pace);
    }
    return judge;
  }

  private void beginPiece(boolean isFree) {
    isPieceFree = isFree;
    pieceBeganNanos = System.nanoTime();
    pieceBeganCpuNanos = cpuNanos();
  }

  private void mayRest(PlanningPace pace) {
    long nowNanos = System.nanoTime();
    long tookNanos = nowNanos - pieceBeganNanos;
    int idleCores = idle.cores();
    boolean isStillFree = isPieceFree && pace.isFree(idleCores);
    if (tookNanos < PlanningPace.PIECE_NANOS && isStillFree == isPieceFree) {
      return;
    }
    long cpuNanos = cpuNanos();
    spentNanos = Math.max(cpuNanos, 0);
    boolean hadToWait = hadToWait(tookNanos, cpuNanos - pieceBeganCpuNanos);
    pace.saw(nowNanos, hadToWait ? 0 : idleCores);
    pace.worked(tookNanos);
    pace.compiled(compiler.nanosSinceLook());
    boolean isFree = isStillFree && !hadToWait && !paused;
    if (!isFree) {
      isFree = rest(nowNanos, pace);
    }
    if (closed || stopped) {
      throw new CancellationException(closed ? "closed" : "of no use any more");
    }
    beginPiece(isFree);
  }

  /** Whoever takes the cores need not be this engine. */
  private boolean hadToWait(long tookNanos, long ranNanos) {
    return pieceBeganCpuNanos >= 0
        && tookNanos >= LEAST_TELLING_NANOS
        && ranNanos < LEAST_RUNNING * tookNanos;
  }

  /** Of this thread; less than 0 if the JVM does not know. */
  private static long cpuNanos() {
    return THREADS.isCurrentThreadCpuTimeSupported() ? THREADS.getCurrentThreadCpuTime() : -1;
  }

  /** As long as the pace says. Returns whether the cores are free. */
  private boolean rest(long fromNanos, PlanningPace pace) {
    while (!closed && !stopped) {
      long restedNanos = System.nanoTime() - fromNanos;
      long leftNanos = pace.leftNanos(restedNanos);
      boolean hasLooked = restedNanos >= LOOK_NANOS;
      if (paused) {
        await(SELDOM_NANOS, pace);
      } else if (hasLooked && pace.isFree(idle.cores())) {
        return true;
      } else if (leftNanos > 0) {
        await(Math.min(leftNanos, LOOK_NANOS), pace);
      } else {
        return false;
      }
    }
    return false;
  }

  /** Sleeps, and looks whether cores are idle. Who wakes late had to wait for one. */
  private void await(long nanos, PlanningPace pace) {
    Thread.interrupted();
    long dueNanos = System.nanoTime() + nanos;
    LockSupport.parkNanos(this, nanos);
    long nowNanos = System.nanoTime();
    pace.saw(Math.min(nowNanos, dueNanos), idle.cores());
    pace.saw(nowNanos, 0);
  }
}
