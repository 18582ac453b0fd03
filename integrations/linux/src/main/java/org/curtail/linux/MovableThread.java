package org.curtail.linux;

import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;

/**
 * Thread that any thread may move to other cores while it runs, such as those of a faster or slower
 * class. Thread-safe.
 *
 * <p>A move costs some ten microseconds if the thread has to leave its core. Afterwards its caches
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
   * Moves the thread to these cores, until the next move.
   *
   * @param cores at least one of them must belong to the process
   * @return the cores; unavailable, and nothing changed, if the kernel refuses, the thread has
   *     ended or this is closed
   */
  public synchronized Availability<Cores> moveTo(Cores cores) {
    if (closed) {
      return new Unavailable<>(thread.getName() + " was released and can no longer be moved");
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
   * Restores the thread's former cores; a second call changes nothing. If the process has lost all
   * former cores meanwhile, the thread stays on its present ones.
   */
  @Override
  public synchronized void close() {
    moveTo(before);
    closed = true;
  }
}
