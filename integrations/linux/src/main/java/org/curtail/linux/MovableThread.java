package org.curtail.linux;

import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;

/**
 * A thread that any thread may move to other cores while it runs, such as those of a faster or
 * slower class. Safe for all threads.
 *
 * <p>A move takes some ten microseconds if the thread has to leave its core; afterwards its caches
 * are cold.
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
   * Moves the thread, which stays on these cores until the next move.
   *
   * @param cores at least one of them must belong to the process
   * @return the cores; unavailable, and nothing changed, if the kernel refuses, the thread has
   *     ended or this is closed
   */
  public synchronized Availability<Cores> moveTo(Cores cores) {
    if (closed) {
      return new Unavailable<>(thread.getName() + " was released and cannot be moved any more");
    }
    // The kernel reuses the id of an ended thread.
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
   * Restores the thread's former cores; a second call changes nothing. If the kernel took all of
   * those from the process meanwhile, the thread stays where it is.
   */
  @Override
  public synchronized void close() {
    moveTo(before);
    closed = true;
  }
}
