package org.curtail.autopilot;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import org.curtail.automatic.choose.Judge;
import org.curtail.automatic.choose.JudgeSetting;
import org.curtail.automatic.choose.PolicyMap;
import org.jspecify.annotations.Nullable;

/**
 * Thread that plans, at the {@link PlanningPace}. It stops within microseconds when requests need
 * the cores, and checks again a little later. It sleeps without a task, or while paused.
 */
final class PlanningThread {
  /** Receiver of a task's result, on this thread. */
  interface Result {
    void planned(PolicyMap map);

    void failed(Throwable why);
  }

  interface Idle {
    int cores();
  }

  /** Interval between checks for idle cores while it rests. */
  private static final long LOOK_NANOS = 5_000_000;

  /** Interval between checks without a task. */
  private static final long SELDOM_NANOS = 1_000_000_000;

  /** Running share of a piece below which its thread has waited for a core. */
  private static final double LEAST_RUNNING = 0.8;

  /** Least length of a piece whose running share is evaluated. */
  private static final long LEAST_EVALUATED_NANOS = PlanningPace.PIECE_NANOS / 2;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final int cores;
  private final Idle idle;
  private final Result result;
  private final CompilerTime compiler = new CompilerTime();
  private final Thread thread;
  private volatile @Nullable JudgeSetting task;
  private volatile boolean paused;
  private volatile boolean stopped;
  private volatile boolean closed;

  /** Done share of the present plan, 0 to 1. */
  private volatile double doneShare;

  /** CPU time of planning so far. */
  private volatile long spentNanos;

  // Only the thread itself uses the fields below.
  private long pieceBeganNanos;
  private long pieceBeganCpuNanos;
  private boolean isPieceFree;

  /**
   * Creates a thread without starting it.
   *
   * @param cores number of cores for requests
   * @throws IllegalStateException if the factory returns no thread
   */
  PlanningThread(ThreadFactory factory, int cores, Idle idle, Result result) {
    this.cores = cores;
    this.idle = idle;
    this.result = result;
    Thread made = factory.newThread(this::loop);
    if (made == null) {
      throw new IllegalStateException(
          "the factory of planning threads "
              + factory.getClass().getName()
              + " returned no thread");
    }
    thread = made;
  }

  /** Returns a daemon thread of the least priority. */
  @SuppressWarnings(
      "ThreadPriorityCheck") // The priority only helps requests; nothing depends on it.
  static Thread lowPriority(String engineName, Runnable task) {
    var thread = new Thread(task, engineName + "-planning");
    thread.setDaemon(true);
    thread.setPriority(Thread.MIN_PRIORITY);
    return thread;
  }

  void start() {
    thread.start();
  }

  /** Starts this task, if the thread {@linkplain #isIdle is idle}. */
  void plan(JudgeSetting next) {
    doneShare = 0;
    stopped = false;
    task = next;
    LockSupport.unpark(thread);
  }

  boolean isIdle() {
    return task == null;
  }

  /** Returns the done share of the present plan, 0 to 1. */
  double doneShare() {
    return doneShare;
  }

  /** Returns the CPU time of planning so far; 0 if the JVM does not report it. */
  long spentNanos() {
    return spentNanos;
  }

  /** Pauses between two pieces, or resumes. */
  void pause(boolean isPaused) {
    paused = isPaused;
    LockSupport.unpark(thread);
  }

  /** Stops the present, useless plan. The plan fails soon if it does not end before. */
  void stop() {
    stopped = true;
    LockSupport.unpark(thread);
  }

  void close() {
    closed = true;
    LockSupport.unpark(thread);
  }

  private void loop() {
    try {
      Judge.rehearse(cores, this::endIfClosed);
    } catch (Throwable e) {
      // Nothing depends on it.
    }
    var pace = new PlanningPace(cores, System.nanoTime());
    while (!closed) {
      JudgeSetting next = task;
      if (next == null) {
        pace.compiled(compiler.nanosSinceLook()); // Compilations of the last plan may end after it.
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
      task = null; // Last, so that the same plan is not requested again.
    }
  }

  private void endIfClosed() {
    if (closed) {
      throw new CancellationException("closed");
    }
  }

  private Judge judge(JudgeSetting next, PlanningPace pace) {
    pace.beginPlan();
    beginPiece(pace.isFree(idle.cores()));
    Judge judge = new Judge(next, () -> mayRest(pace));
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
    pace.observe(nowNanos, hadToWait ? 0 : idleCores);
    pace.worked(tookNanos);
    pace.compiled(compiler.nanosSinceLook());
    boolean isFree = isStillFree && !hadToWait && !paused;
    if (!isFree) {
      isFree = rest(nowNanos, pace);
    }
    if (closed || stopped) {
      throw new CancellationException(closed ? "closed" : "no longer needed");
    }
    beginPiece(isFree);
  }

  /** Returns true if the thread had to wait, since other programs may use the cores too. */
  private boolean hadToWait(long tookNanos, long ranNanos) {
    return pieceBeganCpuNanos >= 0
        && tookNanos >= LEAST_EVALUATED_NANOS
        && ranNanos < LEAST_RUNNING * tookNanos;
  }

  /** Returns the CPU time of this thread; negative if the JVM does not report it. */
  private static long cpuNanos() {
    return THREADS.isCurrentThreadCpuTimeSupported() ? THREADS.getCurrentThreadCpuTime() : -1;
  }

  /** Rests as long as the pace requires. Returns true if the cores are free. */
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

  /**
   * Sleeps, and checks for idle cores. A late wake-up means that the thread had to wait for one.
   */
  private void await(long nanos, PlanningPace pace) {
    Thread.interrupted();
    long dueNanos = System.nanoTime() + nanos;
    LockSupport.parkNanos(this, nanos);
    long nowNanos = System.nanoTime();
    pace.observe(Math.min(nowNanos, dueNanos), idle.cores());
    pace.observe(nowNanos, 0);
  }

  /**
   * Time of the JVM's compiler between two readings. It compiles planning code on its own threads,
   * which planning cannot control, and may take longer than planning itself. Less planning at a
   * time causes less compilation at a time. The JVM reports elapsed time, not CPU time, so waiting
   * for a core counts too. Not thread-safe.
   */
  private static final class CompilerTime {
    private static final long NANOS_PER_MS = 1_000_000;

    private final @Nullable CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
    private long lookedMillis = totalMillis();

    private long totalMillis() {
      return compiler != null && compiler.isCompilationTimeMonitoringSupported()
          ? compiler.getTotalCompilationTime()
          : 0;
    }

    /**
     * Returns the time since the last call, or since the start; 0 if the JVM does not report it.
     */
    long nanosSinceLook() {
      long nowMillis = totalMillis();
      long sinceMillis = Math.max(nowMillis - lookedMillis, 0);
      lookedMillis = nowMillis;
      return sinceMillis * NANOS_PER_MS;
    }
  }
}
