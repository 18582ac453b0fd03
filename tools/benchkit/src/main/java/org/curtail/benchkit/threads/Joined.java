package org.curtail.benchkit.threads;

import java.util.List;

/** Waits for the end of threads. */
public final class Joined {
  private Joined() {}

  /**
   * Returns when all have ended; if this thread is interrupted meanwhile, its interrupt flag is
   * set.
   */
  public static void join(List<Thread> threads) {
    boolean interrupted = false;
    for (Thread thread : threads) {
      while (thread.isAlive()) {
        try {
          thread.join();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
