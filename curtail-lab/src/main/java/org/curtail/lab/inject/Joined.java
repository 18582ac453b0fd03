package org.curtail.lab.inject;

import java.util.List;

/** Waits for the end of threads. */
final class Joined {
  private Joined() {}

  /** Returns when all have ended, even if this thread is interrupted meanwhile. */
  static void join(List<Thread> threads) {
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
