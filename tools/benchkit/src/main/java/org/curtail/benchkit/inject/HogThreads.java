package org.curtail.benchkit.inject;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.curtail.benchkit.threads.Joined;

/** Threads that repeat some work while at least one request needs it, and sleep otherwise. */
final class HogThreads implements AutoCloseable {
  /** Greatest duration of the work: a request that never ends must not keep the cores. */
  private static final long LONGEST_NANOS = 1_000_000_000;

  private static final long LOOK_AGAIN_NANOS = 20_000;

  private final AtomicInteger wanted = new AtomicInteger();
  private final AtomicInteger working = new AtomicInteger();
  private volatile long untilNanos;
  private volatile boolean closed;
  private final List<Thread> threads;

  /**
   * Starts the threads; they sleep.
   *
   * @param work repeated piece of work of about 50 us, by the number of the thread
   */
  HogThreads(String name, int count, IntFunction<Runnable> work) {
    threads =
        IntStream.range(0, count)
            .mapToObj(i -> {
              Runnable own = work.apply(i);
              return Thread.ofPlatform().daemon().name(name + "-" + i).start(() -> run(own));
            })
            .toList();
  }

  private void run(Runnable work) {
    while (!closed) {
      if (wanted.get() > 0 && System.nanoTime() - untilNanos < 0) {
        working.incrementAndGet();
        work.run();
        working.decrementAndGet();
      } else {
        LockSupport.park(this);
      }
    }
  }

  /** Registers a request; the threads work. */
  void acquire() {
    untilNanos = System.nanoTime() + LONGEST_NANOS;
    wanted.incrementAndGet();
    threads.forEach(LockSupport::unpark);
  }

  /** Removes a request. After the last request, returns when the threads have stopped. */
  void release() {
    wanted.decrementAndGet();
    while (wanted.get() == 0 && working.get() > 0) {
      LockSupport.parkNanos(LOOK_AGAIN_NANOS);
    }
  }

  @Override
  public void close() {
    closed = true;
    threads.forEach(LockSupport::unpark);
    Joined.join(threads);
  }
}
