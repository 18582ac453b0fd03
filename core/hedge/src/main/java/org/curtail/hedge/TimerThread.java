package org.curtail.hedge;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The thread of a {@link HedgeTimer}: a daemon that starts when the first call waits, and ends when
 * its hedge is closed and no call waits any more. Each hedge has its own thread, not the JVM: it
 * runs users' code, which starts attempts and handles timeouts; blocking code delays only the
 * hedges of its own kind of calls. Code that may well block does not run here: dependents of a call
 * that has passed its deadline. Thread-safe.
 */
final class TimerThread {
  private final String name;
  private final SteadyClock clock;
  private final HedgeTimer timer = new HedgeTimer(this::wake);
  private volatile boolean closed;
  private boolean swept;
  private @Nullable Thread thread;

  TimerThread(String name, SteadyClock clock) {
    this.name = name;
    this.clock = clock;
    // Until it is started it sleeps: the first entry wakes it.
    timer.asleep();
  }

  HedgeTimer timer() {
    return timer;
  }

  /** Wakes the thread. Never throws; a failed start is tried again with the next entry. */
  private synchronized void wake() {
    try {
      Thread running = thread;
      if (running == null) {
        Thread made = new Thread(this::live, name + "-timer");
        made.setDaemon(true);
        made.start();
        thread = made;
      } else {
        LockSupport.unpark(running);
      }
    } catch (Throwable e) {
      timer.asleep();
      HedgeFaults.met(e);
    }
  }

  synchronized void close() {
    closed = true;
    if (thread != null) {
      LockSupport.unpark(thread);
    }
  }

  /** For tests: waits until the thread has ended. */
  boolean awaitEnd(long millis) throws InterruptedException {
    Thread running;
    synchronized (this) {
      running = thread;
    }
    if (running != null) {
      running.join(millis);
    }
    return running == null || !running.isAlive();
  }

  private void live() {
    timer.isOf(Thread.currentThread());
    while (true) {
      try {
        timer.awake();
        long next = timer.step(clock.now());
        if (closed && !swept) {
          swept = true;
          timer.close();
          continue;
        }
        if (closed) {
          next = timer.watch();
        }
        if (next == HedgeTimer.NEVER && closed && hasEnded()) {
          return;
        }
        sleep(next);
      } catch (Throwable e) {
        HedgeFaults.met(e);
        LockSupport.parkNanos(1_000_000);
      }
    }
  }

  private void sleep(long untilNanos) {
    // A thread interrupted by users' code would never sleep.
    Thread.interrupted();
    if (!timer.maySleep(untilNanos)) {
      return;
    }
    if (untilNanos == HedgeTimer.NEVER) {
      if (!closed) {
        LockSupport.park(this);
      }
      return;
    }
    long nanos = untilNanos - clock.now();
    if (nanos > 0) {
      LockSupport.parkNanos(this, nanos);
    }
  }

  /** Ends the thread; later entries start a new one: {@link #wake} waits for this lock. */
  private synchronized boolean hasEnded() {
    if (!timer.maySleep(HedgeTimer.NEVER)) {
      return false;
    }
    thread = null;
    return true;
  }
}
