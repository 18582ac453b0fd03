package org.curtail.signals;

/**
 * Reads what was counted of the current thread. Safe for all threads; each reads itself. A reading
 * throws nothing, and of a virtual thread it has nothing but the time.
 */
public interface ThreadReadings {
  /** What was counted of the current thread until now. */
  ThreadReading read();
}
