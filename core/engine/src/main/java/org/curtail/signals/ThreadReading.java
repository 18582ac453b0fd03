package org.curtail.signals;

/**
 * The counters of a thread at a moment, read by the thread itself. Only the difference of two
 * readings of the same thread has a meaning. A counter is -1 where it is not available.
 *
 * @param wallNanos moment of the reading, by {@code System.nanoTime}
 * @param cpuNanos see {@link Counter#CPU_NANOS}
 * @param runDelayNanos see {@link Counter#RUN_DELAY_NANOS}
 * @param minorFaults see {@link Counter#MINOR_FAULTS}
 * @param majorFaults see {@link Counter#MAJOR_FAULTS}
 * @param voluntarySwitches see {@link Counter#VOLUNTARY_SWITCHES}
 * @param involuntarySwitches see {@link Counter#INVOLUNTARY_SWITCHES}
 * @param cycles see {@link Counter#CYCLES}
 * @param instructions see {@link Counter#INSTRUCTIONS}
 * @param doubtful true if the thread was interrupted while it read its counters, so that they do
 *     not belong to one moment
 */
public record ThreadReading(
    long wallNanos,
    long cpuNanos,
    long runDelayNanos,
    long minorFaults,
    long majorFaults,
    long voluntarySwitches,
    long involuntarySwitches,
    long cycles,
    long instructions,
    boolean doubtful) {
  /** The value of an unavailable counter. */
  public static final long UNAVAILABLE = -1;

  public ThreadReading {
    requireCount("cpuNanos", cpuNanos);
    requireCount("runDelayNanos", runDelayNanos);
    requireCount("minorFaults", minorFaults);
    requireCount("majorFaults", majorFaults);
    requireCount("voluntarySwitches", voluntarySwitches);
    requireCount("involuntarySwitches", involuntarySwitches);
    requireCount("cycles", cycles);
    requireCount("instructions", instructions);
  }

  /** A reading without counters of the processor, and not doubtful. */
  public ThreadReading(
      long wallNanos,
      long cpuNanos,
      long runDelayNanos,
      long minorFaults,
      long majorFaults,
      long voluntarySwitches,
      long involuntarySwitches) {
    this(
        wallNanos,
        cpuNanos,
        runDelayNanos,
        minorFaults,
        majorFaults,
        voluntarySwitches,
        involuntarySwitches,
        UNAVAILABLE,
        UNAVAILABLE,
        false);
  }

  /** Returns a reading with the time only. */
  public static ThreadReading ofWall(long wallNanos) {
    return new ThreadReading(
        wallNanos, UNAVAILABLE, UNAVAILABLE, UNAVAILABLE, UNAVAILABLE, UNAVAILABLE, UNAVAILABLE);
  }

  /**
   * Returns a reading.
   *
   * @param counters each {@link Counter} at its {@link Counter#place}
   */
  static ThreadReading of(long wallNanos, long[] counters, boolean doubtful) {
    return new ThreadReading(
        wallNanos,
        counters[Counter.CPU_NANOS.place()],
        counters[Counter.RUN_DELAY_NANOS.place()],
        counters[Counter.MINOR_FAULTS.place()],
        counters[Counter.MAJOR_FAULTS.place()],
        counters[Counter.VOLUNTARY_SWITCHES.place()],
        counters[Counter.INVOLUNTARY_SWITCHES.place()],
        counters[Counter.CYCLES.place()],
        counters[Counter.INSTRUCTIONS.place()],
        doubtful);
  }

  static void requireCount(String name, long count) {
    if (count < UNAVAILABLE) {
      throw new IllegalArgumentException(
          "%s must be at least 0, or -1 where it is not available: %d".formatted(name, count));
    }
  }
}
