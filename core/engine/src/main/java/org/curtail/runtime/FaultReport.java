package org.curtail.runtime;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/** Says that something which a user supplied has failed, or does not fit. */
final class FaultReport {
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
      // There is nobody left to tell.
    }
  }
}
