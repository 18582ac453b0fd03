package org.curtail.hedge;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicBoolean;

/** Reports failures of users' code, and errors such as exhausted memory. Never throws. */
final class HedgeFaults {
  private static final Logger LOG = System.getLogger("org.curtail");
  private static final AtomicBoolean REPORTED = new AtomicBoolean();

  private HedgeFaults() {}

  /**
   * Initialises this class. A class whose first use finds no stack stays unusable for the life of
   * the process, and a fault may come near the end of the stack.
   */
  static void prepare() {
    REPORTED.getPlain();
  }

  /** Reports a failure of users' code. */
  static void error(String message, Throwable fault) {
    try {
      LOG.log(Level.ERROR, message, fault);
    } catch (Throwable unreportable) {
      // Nothing can be reported any more.
    }
  }

  /** Reports an error that belongs to no call, once. */
  static void report(Throwable e) {
    try {
      if (REPORTED.compareAndSet(false, true)) {
        error(
            "a hedge met an error outside any call and goes on; further ones are not reported", e);
      }
    } catch (Throwable unreportable) {
      // The stack is used up.
    }
  }
}
