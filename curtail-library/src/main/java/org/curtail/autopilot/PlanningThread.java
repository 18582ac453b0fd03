package org.curtail.autopilot;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.LockSupport;
import org.curtail.automatic.Judge;
import org.curtail.automatic.PlanTask;
import org.curtail.automatic.PolicyMap;
import org.jspecify.annotations.Nullable;

/**
 * The thread that plans: a daemon of low priority, which works for a millisecond and rests, so that
 * a request that comes meanwhile loses no more. Sleeps while there is nothing to plan, or while it
 * is paused.
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

  /** A piece whose thread ran for less of its time had to wait for a core. */
  private static final double LEAST_RUNNING = 0.8;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final Idle idle;
  private final Result result;
  private final Thread thread;
  private volatile @Nullable PlanTask task;
  private volatile boolean paused;
  private volatile boolean closed;

  /** Share of the present plan that is done, 0 to 1. */
  private volatile double doneShare;

  // Only the thread itself uses these.
  private long pieceBeganNanos;
  private long pieceBeganCpuNanos;

  @SuppressWarnings("ThreadPriorityCheck") // Nothing depends on it; it only gets out of the way.
  PlanningThread(String name, Idle idle, Result result) {
    this.idle = idle;
    this.result = result;
    thread = new Thread(this::live, name + "-planning");
    thread.setDaemon(true);
    thread.setPriority(Thread.MIN_PRIORITY);
  }

  void start() {
    thread.start();
  }

  /** Plans this next; only if it {@linkplain #isIdle has nothing} to plan. */
  void plan(PlanTask next) {
    doneShare = 0;
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
        task = null;
        result.planned(judge.map());
      } catch (CancellationException e) {
        return; // Closed.
      } catch (Throwable e) {
        task = null;
        result.failed(e);
      }
      pace.planned();
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
    int idleCores = hadToWait(tookNanos) ? Math.min(idle.cores(), 1) : idle.cores();
    rest(nowNanos + pace.restNanos(nowNanos, tookNanos, idleCores));
    if (closed) {
      throw new CancellationException("closed");
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

  private void rest(long untilNanos) {
    while (!closed) {
      long leftNanos = untilNanos - System.nanoTime();
      if (paused) {
        Thread.interrupted();
        LockSupport.park(this);
      } else if (leftNanos > 0) {
        Thread.interrupted();
        LockSupport.parkNanos(this, leftNanos);
      } else {
        return;
      }
    }
  }
}
