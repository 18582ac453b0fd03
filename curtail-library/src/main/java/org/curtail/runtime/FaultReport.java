package org.curtail.runtime;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** Says that something which a user supplied has failed. */
final class FaultReport {
  private static final Logger LOG = System.getLogger("org.curtail");

  private FaultReport() {}

  /** Makes ready whatever a report needs, which may fail once memory is short. */
  static void prepare() {
    LOG.isLoggable(Level.ERROR);
  }

  /** Never throws, whatever the log's handlers do. */
  static void error(String message, Throwable fault) {
    try {
      LOG.log(Level.ERROR, message, fault);
    } catch (Throwable unreportable) {
      // There is nobody left to tell.
    }
  }
}
