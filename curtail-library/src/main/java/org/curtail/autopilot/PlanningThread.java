package org.curtail.autopilot;

import java.util.concurrent.locks.LockSupport;
import org.curtail.automatic.Judge;
import org.curtail.automatic.PlanTask;
import org.curtail.automatic.PolicyMap;
import org.jspecify.annotations.Nullable;

/**
 * The thread that plans: a daemon of low priority, which does one piece of a plan at a time and
 * rests between them. Sleeps while there is nothing to plan, or while it is paused.
 */
final class PlanningThread {
  /** Is told on this thread what came of a task. */
  interface Result {
    void planned(PolicyMap map);

    void failed(Throwable why);
  }

  /** Whether requests use all cores now. */
  interface Busy {
    boolean allCores();
  }

  private final Busy busy;
  private final Result result;
  private final Thread thread;
  private volatile @Nullable PlanTask task;
  private volatile boolean paused;
  private volatile boolean closed;

  /** Share of the present plan that is done, 0 to 1. */
  private volatile double doneShare;

  @SuppressWarnings("ThreadPriorityCheck") // Nothing depends on it; it only gets out of the way.
  PlanningThread(String name, Busy busy, Result result) {
    this.busy = busy;
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
        Judge judge = next.judge();
        judge(judge, pace);
        if (!closed) {
          task = null;
          result.planned(judge.map());
        }
      } catch (Throwable e) {
        task = null;
        result.failed(e);
      }
      pace.planned();
    }
  }

  private void judge(Judge judge, PlanningPace pace) {
    while (!closed && !judge.isDone()) {
      long beganNanos = System.nanoTime();
      judge.step();
      doneShare = judge.doneShare();
      long nowNanos = System.nanoTime();
      rest(nowNanos + pace.restNanos(nowNanos, nowNanos - beganNanos, busy.allCores()));
    }
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
