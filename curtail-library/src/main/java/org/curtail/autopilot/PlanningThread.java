package org.curtail.autopilot;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.curtail.automatic.Judge;
import org.curtail.automatic.PlanTask;
import org.curtail.automatic.PolicyMap;
import org.jspecify.annotations.Nullable;

/**
 * The thread that plans: it works for a millisecond and rests, so that a request that comes
 * meanwhile loses no more. Sleeps while there is nothing to plan, or while it is paused.
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

  private static final long PIECE_NANOS = 1_000_000;

  /** While it rests it looks so often whether cores have become idle. */
  private static final long LOOK_NANOS = 5_000_000;

  /** A piece whose thread ran for less of its time had to wait for a core. */
  private static final double LEAST_RUNNING = 0.8;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final Idle idle;
  private final Result result;
  private final Thread thread;
  private volatile @Nullable PlanTask task;
  private volatile boolean paused;
  private volatile boolean stopped;
  private volatile boolean closed;

  /** Share of the present plan that is done, 0 to 1. */
  private volatile double doneShare;

  // Only the thread itself uses these.
  private long pieceBeganNanos;
  private long pieceBeganCpuNanos;

  /**
   * A thread that is not started yet.
   *
   * @throws IllegalStateException if the factory makes none
   */
  PlanningThread(ThreadFactory factory, Idle idle, Result result) {
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
    var pace = new PlanningPace(System.nanoTime());
    while (!closed) {
      PlanTask next = task;
      if (next == null) {
        Thread.interrupted();
        LockSupport.park(this);
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
      pace.planned();
      task = null; // Not before its result is known, or it would be asked for again.
    }
  }

  private Judge judge(PlanTask next, PlanningPace pace) {
    beginPiece();
    Judge judge = next.judge(() -> mayRest(pace));
    while (!judge.isDone()) {
      judge.step();
      doneShare = judge.doneShare();
      mayRest(pace);
    }
    return judge;
  }

  private void beginPiece() {
    pieceBeganNanos = System.nanoTime();
    pieceBeganCpuNanos = cpuNanos();
  }

  private void mayRest(PlanningPace pace) {
    long nowNanos = System.nanoTime();
    long tookNanos = nowNanos - pieceBeganNanos;
    if (tookNanos < PIECE_NANOS) {
      return;
    }
    pace.worked(nowNanos, tookNanos);
    int mostIdle = hadToWait(tookNanos) ? 1 : Integer.MAX_VALUE;
    rest(nowNanos, () -> pace.restNanos(tookNanos, Math.min(idle.cores(), mostIdle)));
    if (closed || stopped) {
      throw new CancellationException(closed ? "closed" : "of no use any more");
    }
    beginPiece();
  }

  /** Whoever takes the cores need not be this engine. */
  private boolean hadToWait(long tookNanos) {
    long cpuNanos = cpuNanos() - pieceBeganCpuNanos;
    return pieceBeganCpuNanos >= 0 && cpuNanos < LEAST_RUNNING * tookNanos;
  }

  /** Of this thread; less than 0 if the JVM does not know. */
  private static long cpuNanos() {
    return THREADS.isCurrentThreadCpuTimeSupported() ? THREADS.getCurrentThreadCpuTime() : -1;
  }

  /** As long as the pace says, which is less from the moment on at which more cores are idle. */
  private void rest(long fromNanos, LongSupplier restNanos) {
    while (!closed && !stopped) {
      long leftNanos = fromNanos + restNanos.getAsLong() - System.nanoTime();
      if (paused) {
        Thread.interrupted();
        LockSupport.park(this);
      } else if (leftNanos > 0) {
        Thread.interrupted();
        LockSupport.parkNanos(this, Math.min(leftNanos, LOOK_NANOS));
      } else {
        return;
      }
    }
  }
}
