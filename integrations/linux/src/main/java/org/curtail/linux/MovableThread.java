package org.curtail.linux;

import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;

/**
 * A thread that any thread may move to other cores, such as those of a faster or slower class,
 * while it runs. Safe for all threads.
 *
 * <p>A move takes some ten microseconds if the thread has to leave its core; caches are refilled
 * after that.
 *
 * <p>Source: sched_setaffinity(2), gettid(2).
 */
public final class MovableThread implements AutoCloseable {
  private final Kernel kernel;
  private final int threadId;
  private final Cores before;
  private final Thread thread = Thread.currentThread();
  private boolean closed;

  MovableThread(Kernel kernel, int threadId, Cores before) {
    this.kernel = kernel;
    this.threadId = threadId;
    this.before = before;
  }

  /**
   * Moves the thread, which stays on these cores until it is moved again.
   *
   * @param cores of which at least one must be the process's
   * @return the cores; unavailable if the kernel refuses, or if the thread has ended or this is
   *     closed, and then nothing has changed
   */
  public synchronized Availability<Cores> moveTo(Cores cores) {
    if (closed) {
      return new Unavailable<>(thread.getName() + " was given back and cannot be moved any more");
    }
    // The kernel gives the number of a thread that has ended to another one.
    if (!thread.isAlive()) {
      return new Unavailable<>(thread.getName() + " has ended");
    }
    int answer = kernel.setAffinity(threadId, cores.bits());
    return answer < 0
        ? new Unavailable<>(
            "sched_setaffinity to core %s: %s".formatted(cores, Errno.reason(answer)))
        : new Available<>(cores);
  }

  /**
   * Lets the thread use the cores again that it had before; a second time changes nothing. If the
   * kernel meanwhile took all of those from the process, the thread stays where it is.
   */
  @Override
  public synchronized void close() {
    moveTo(before);
    closed = true;
  }
}
