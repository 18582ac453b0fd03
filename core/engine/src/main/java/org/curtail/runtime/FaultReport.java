package org.curtail.runtime;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/** Logs that code or a setting of the user has failed or does not fit. */
final class FaultReport {
  /** Time until the next try of a step for which there was no memory. */
  static final long RETRY_NANOS = 1_000_000;

  private static final Logger LOG = System.getLogger("org.curtail");

  private FaultReport() {}

  /** Never throws, whatever the log's handlers do. */
  static void error(String message, Throwable fault) {
    log(Level.ERROR, message, fault);
  }

  /** Never throws, as {@link #error}. */
  static void warning(String message) {
    log(Level.WARNING, message, null);
  }

  private static void log(Level level, String message, @Nullable Throwable fault) {
    try {
      LOG.log(level, message, fault);
    } catch (Throwable unreportable) {
      // The report cannot be logged.
    }
  }

  /**
   * Distinguishes transient errors from permanent faults. If memory or stack runs out, the running
   * code is usually not at fault. But code that runs out of them again and again is broken. Safe
   * for all threads.
   */
  static final class TransientErrors {
    /** Most errors in a row that count as transient. */
    static final int MOST_IN_A_ROW = 100;

    /**
     * Number of errors in a row. Read after each call: {@link #passed} is needed only if it is not
     * 0.
     */
    volatile int inARow;

    /** Counts this error. Returns false if it counts as a permanent fault. */
    synchronized boolean mayPass(Throwable e) {
      return e instanceof VirtualMachineError && ++inARow <= MOST_IN_A_ROW;
    }

    /** Notes that a call threw nothing. */
    synchronized void passed() {
      inARow = 0;
    }
  }
}
