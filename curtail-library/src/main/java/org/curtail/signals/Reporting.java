package org.curtail.signals;

/**
 * Who is told what tagged threads did.
 *
 * @param readings by which they read themselves
 */
record Reporting(ThreadReadings readings, StintListener listener) {
  /** One that throws is not told again. */
  void served(long request, Stint stint) {
    try {
      listener.served(request, stint);
    } catch (Throwable e) {
      Tag.stopReporting(this);
      System.getLogger("org.curtail")
          .log(
              System.Logger.Level.ERROR,
              "listener %s failed and is not told again".formatted(listener.getClass().getName()),
              e);
    }
  }
}
