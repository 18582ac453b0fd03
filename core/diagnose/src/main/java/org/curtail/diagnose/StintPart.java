package org.curtail.diagnose;

import org.curtail.signals.Stint;

/**
 * Estimated counters of a part of a stint: the part's share of the counters of the whole stint.
 *
 * @param nanos length of the part
 * @param cpuNanos CPU time in the part; -1 if unknown
 * @param runDelayNanos run delay in the part; -1 if unknown
 * @param faultCpuNanos estimated CPU time of faults in the part; 0 if unknown
 * @param majorFaults major faults of the whole stint; -1 if unknown
 * @param voluntarySwitches voluntary switches of the whole stint; -1 if unknown
 * @param doubtful true if the counters may not be those at the stint's start and end
 * @param uncertainNanos greatest total error of CPU time and run delay, due to the estimate
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
   * Returns a part of a stint.
   *
   * @param nanos length of the part: above 0, at most the stint's wall time
   * @param faultCpuNanos CPU time of the whole stint's faults; 0 if unknown
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

  /** True if the thread certainly never waited voluntarily. */
  boolean neverWaited() {
    return voluntarySwitches == 0 && !doubtful;
  }

  /** A time within a part, and its greatest error. */
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
