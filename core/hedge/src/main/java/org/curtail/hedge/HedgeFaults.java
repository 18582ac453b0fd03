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
   * Initialises this class. If the stack is full at the first use of a class, that class stays
   * unusable in this process. Faults may be reported when the stack is nearly full.
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

  /** Reports an error that belongs to no call. Only the first error is reported. */
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
