package org.curtail.hedge;

import java.util.concurrent.locks.LockSupport;

/**
 * The thread of a {@link HedgeWatch}: a daemon of low priority that takes a step each second, and
 * ends when its hedge is closed. It is apart from the timer thread, since planning takes
 * milliseconds, for which no hedge should wait.
 */
final class WatchThread {
  private static final long PERIOD_NANOS = 1_000_000_000L;

  private final HedgeWatch watch;
  private final SteadyClock clock;
  private final Thread thread;
  private volatile boolean closed;

  @SuppressWarnings("ThreadPriorityCheck") // Nothing depends on it; it only gets out of the way.
  WatchThread(String name, HedgeWatch watch, SteadyClock clock) {
    this.watch = watch;
    this.clock = clock;
    thread = new Thread(this::live, name + "-watch");
    thread.setDaemon(true);
    thread.setPriority(Thread.MIN_PRIORITY);
  }

  void start() {
    thread.start();
  }

  void close() {
    closed = true;
    LockSupport.unpark(thread);
  }

  /** For tests. */
  boolean awaitEnd(long millis) throws InterruptedException {
    thread.join(millis);
    return !thread.isAlive();
  }

  private void live() {
    long nextNanos = clock.now() + PERIOD_NANOS;
    while (!closed) {
      long leftNanos = nextNanos - clock.now();
      if (leftNanos > 0) {
        Thread.interrupted();
        LockSupport.parkNanos(this, leftNanos);
        continue;
      }
      nextNanos = clock.now() + PERIOD_NANOS;
      try {
        watch.step(clock.now());
      } catch (Throwable e) {
        HedgeFaults.met(e);
      }
    }
  }
}
