package org.curtail.runtime;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/** Says that something which a user supplied has failed, or does not fit. */
final class FaultReport {
  /** Time until a step is tried again for which there was no memory. */
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
      // It cannot be logged.
    }
  }

  /**
   * Tells errors that may pass from faults that stay. Memory or stack that ran out is, as a rule,
   * not the fault of the code that met it; code that never ends to run out of it is broken. Safe
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

    /** Something was thrown. Returns false if it has to be taken for a fault that stays. */
    synchronized boolean mayPass(Throwable e) {
      return e instanceof VirtualMachineError && ++inARow <= MOST_IN_A_ROW;
    }

    /** A call went well. */
    synchronized void passed() {
      inARow = 0;
    }
  }
}
