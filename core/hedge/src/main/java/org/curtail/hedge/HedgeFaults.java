package org.curtail.hedge;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicBoolean;

/** Says that something which a user supplied has failed, or that memory ran out. Never throws. */
final class HedgeFaults {
  private static final Logger LOG = System.getLogger("org.curtail");
  private static final AtomicBoolean SAID_MET = new AtomicBoolean();

  private HedgeFaults() {}

  /**
   * Has this class initialised. A class whose first use finds no stack stays unusable for as long
   * as the process lives, and a fault may come near the end of the stack.
   */
  static void prepare() {
    SAID_MET.getPlain();
  }

  /** Something failed that users have supplied. */
  static void error(String message, Throwable fault) {
    try {
      LOG.log(Level.ERROR, message, fault);
    } catch (Throwable unreportable) {
      // There is nobody left to tell.
    }
  }

  /** An error that is no call's own. Said once. */
  static void met(Throwable e) {
    try {
      if (SAID_MET.compareAndSet(false, true)) {
        error("a hedge met an error outside any call and goes on; further ones are not said", e);
      }
    } catch (Throwable unreportable) {
      // The stack is used up.
    }
  }
}
