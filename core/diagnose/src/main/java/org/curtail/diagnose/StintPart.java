package org.curtail.diagnose;

import org.curtail.signals.Stint;

/**
 * What is counted of a part of a stint. The counters are of the whole stint; a part of it is taken
 * to have its share of them.
 *
 * @param nanos how long the part is
 * @param cpuNanos in it; -1 if not known
 * @param runDelayNanos in it; -1 if not known
 * @param faultCpuNanos CPU time in it that faults are taken to have cost; 0 if not known
 * @param majorFaults of the whole stint; -1 if not known
 * @param voluntarySwitches of the whole stint; -1 if not known
 * @param doubtful whether the counters may not belong to the stint's beginning and end
 * @param uncertainNanos how far CPU time and run delay may be off together, since it is a part
 */
record StintPart(
    long nanos,
    long cpuNanos,
    long runDelayNanos,
    long faultCpuNanos,
    long majorFaults,
    long voluntarySwitches,
    boolean doubtful,
    long uncertainNanos) {
  private static final long UNKNOWN = RequestEvidence.UNKNOWN;

  /**
   * A part of a stint.
   *
   * @param nanos above 0, at most its wall time
   * @param faultCpuNanos that the faults of the whole stint cost; 0 if not known
   */
  static StintPart of(Stint stint, long nanos, long faultCpuNanos) {
    var cpu = Share.of(stint.cpuNanos(), nanos, stint.wallNanos());
    var delay = Share.of(stint.runDelayNanos(), nanos, stint.wallNanos());
    return new StintPart(
        nanos,
        cpu.nanos(),
        delay.nanos(),
        Math.max(0, Share.of(faultCpuNanos, nanos, stint.wallNanos()).nanos()),
        stint.majorFaults(),
        stint.voluntarySwitches(),
        stint.doubtful(),
        cpu.uncertainNanos() + delay.uncertainNanos());
  }

  boolean isCpuKnown() {
    return cpuNanos != UNKNOWN;
  }

  boolean isRunDelayKnown() {
    return runDelayNanos != UNKNOWN;
  }

  /** Whether the thread is known not to have given its core back. */
  boolean neverWaited() {
    return voluntarySwitches == 0 && !doubtful;
  }

  /** A time within a part, and how far it may be off. */
  private record Share(long nanos, long uncertainNanos) {
    static Share of(long wholeNanos, long partNanos, long wallNanos) {
      if (wholeNanos == UNKNOWN) {
        return new Share(UNKNOWN, 0);
      }
      long whole = Math.min(wholeNanos, wallNanos);
      long most = Math.min(whole, partNanos);
      long least = Math.max(0, whole - (wallNanos - partNanos));
      long share = Math.clamp((long) ((double) whole * partNanos / wallNanos), least, most);
      return new Share(share, Math.max(most - share, share - least));
    }
  }
}
