package org.curtail.signals;

/** A counter of a thread. The counter's value grows as long as the thread lives. */
public enum Counter {
  /** Time on a core, in nanoseconds. */
  CPU_NANOS(0, "CPU time"),

  /** Time in which the thread could have run and no core was free for it, in nanoseconds. */
  RUN_DELAY_NANOS(1, "run-queue delay"),

  /**
   * Page faults without reading from a disk: the page was in memory, but not yet mapped for the
   * process.
   */
  MINOR_FAULTS(2, "minor page faults"),

  /** Page faults for which a page was read from a disk. */
  MAJOR_FAULTS(3, "major page faults"),

  /** Number of times that the thread gave its core back, to wait for something. */
  VOLUNTARY_SWITCHES(4, "voluntary context switches"),

  /** Number of times that the core was taken from the thread. */
  INVOLUNTARY_SWITCHES(5, "involuntary context switches"),

  /** Cycles of the processor. */
  CYCLES(6, "cycles"),

  /** Instructions of the processor. */
  INSTRUCTIONS(7, "instructions");

  private final int place;
  private final String label;

  Counter(int place, String label) {
    this.place = place;
    this.label = label;
  }

  /** The index of this counter, from 0; see {@link Signals#ofCounters}. */
  public int place() {
    return place;
  }

  /** The name of this counter, as in a {@link Signals.Rung}. */
  public String label() {
    return label;
  }
}
