package org.curtail.runtime;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A thread of the pool: waits for a request, serves it, and gives itself back. */
final class Worker implements Runnable {
  private record Assignment(Request<?, ?> request, boolean first) {}

  private final Dispatcher dispatcher;
  private final NanoClock clock;
  private final Thread thread;
  private volatile @Nullable Assignment assignment;
  private volatile long wakeAtNanos = Long.MAX_VALUE;
  private volatile boolean stopping;

  Worker(Dispatcher dispatcher, NanoClock clock, String name) {
    this.dispatcher = dispatcher;
    this.clock = clock;
    this.thread = new Thread(this, name);
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** Hands a request over; the worker must be idle. */
  void assign(Request<?, ?> request, boolean first) {
    wakeAtNanos = Long.MAX_VALUE;
    assignment = new Assignment(request, first);
    LockSupport.unpark(thread);
  }

  /** Makes an idle worker ask the dispatcher again at a moment. */
  void wakeAt(long atNanos) {
    if (atNanos < wakeAtNanos) {
      wakeAtNanos = atNanos;
      LockSupport.unpark(thread);
    }
  }

  /** Ends the thread; it must be idle. Waits until it has ended. */
  void stop() throws InterruptedException {
    stopping = true;
    LockSupport.unpark(thread);
    thread.join();
  }

  @Override
  public void run() {
    while (true) {
      Assignment next = assignment;
      if (next != null) {
        assignment = null;
        dispatcher.serve(next.request, next.first, this);
      } else if (stopping) {
        return;
      } else {
        idle();
      }
    }
  }

  private void idle() {
    long atNanos = wakeAtNanos;
    if (atNanos == Long.MAX_VALUE) {
      LockSupport.park(this);
      return;
    }
    long leftNanos = atNanos - clock.nanoTime();
    if (leftNanos > 0) {
      LockSupport.parkNanos(this, leftNanos);
    } else {
      wakeAtNanos = Long.MAX_VALUE;
      dispatcher.lookAgain();
    }
  }
}
