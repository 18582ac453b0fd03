package org.curtail.runtime;

/** Where the engine gets the time from; a test hands in a clock that it moves itself. */
@FunctionalInterface
public interface NanoClock {
  /** The machine's monotonic clock. */
  NanoClock SYSTEM = System::nanoTime;

  /** Nanoseconds since some fixed moment; never goes back. */
  long nanoTime();
}
