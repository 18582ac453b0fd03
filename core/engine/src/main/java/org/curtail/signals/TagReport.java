package org.curtail.signals;

/**
 * Threads that {@linkplain Tag tag} themselves are read, and a listener is told of their stints,
 * until this is closed.
 */
public final class TagReport implements AutoCloseable {
  private final ThreadReadings readings;
  private final StintListener listener;

  TagReport(ThreadReadings readings, StintListener listener) {
    this.readings = readings;
    this.listener = listener;
  }

  /** What was counted of the current thread. */
  ThreadReading read() {
    return readings.read();
  }

  /** A listener that throws is not told again. */
  void served(long request, Stint stint) {
    try {
      listener.served(request, stint);
    } catch (Throwable e) {
      close();
      System.getLogger("org.curtail")
          .log(
              System.Logger.Level.ERROR,
              "listener " + listener.getClass().getName() + " failed and is not told again",
              e);
    }
  }

  @Override
  public void close() {
    Tag.stop(this);
  }
}
