package org.curtail.signals;

/** What is counted of a thread. Each grows as long as the thread lives. */
public enum Counter {
  /** Time on a core, in nanoseconds. */
  CPU_NANOS("CPU time"),

  /** Time in which the thread could have run and no core was free for it, in nanoseconds. */
  RUN_DELAY_NANOS("run-queue delay"),

  /** Pages that were in memory, but not yet the process's. */
  MINOR_FAULTS("minor page faults"),

  /** Pages that had to be read from a disk. */
  MAJOR_FAULTS("major page faults"),

  /** How often the thread gave its core back, to wait for something. */
  VOLUNTARY_SWITCHES("voluntary context switches"),

  /** How often the core was taken from the thread. */
  INVOLUNTARY_SWITCHES("involuntary context switches"),

  /** Cycles of the processor. */
  CYCLES("cycles"),

  /** Instructions of the processor. */
  INSTRUCTIONS("instructions");

  private final String label;

  Counter(String label) {
    this.label = label;
  }

  /** In words, as a {@link Rung} names it. */
  public String label() {
    return label;
  }
}
