package org.curtail.diagnose;

import java.util.EnumMap;
import java.util.Map;

/**
 * Splits the time for which a thread served a request. CPU time has priority, since a clock
 * measured it. Pauses explain time off the core first, since no thread can run in a pause. Run
 * delay explains the next part. The remainder is a wait of the thread itself, or time without a
 * signal.
 */
final class ServedTime {
  private final CauseSplit rules;
  private final StintPart part;
  private final double interferenceShare;
  private final Map<Cause, Long> nanos = new EnumMap<>(Cause.class);
  private long cpuNanos;
  private long uncertainNanos;
  private long restBoundNanos;

  private ServedTime(CauseSplit rules, StintPart part, double interferenceShare) {
    this.rules = rules;
    this.part = part;
    this.interferenceShare = interferenceShare;
  }

  /**
   * Splits a part of a stint.
   *
   * @param pauses time of the pauses in this part
   * @param interferenceShare share of the CPU time above the usual, 0 to 1
   */
  static SplitTime of(
      CauseSplit rules, StintPart part, CauseNanos pauses, double interferenceShare) {
    var time = new ServedTime(rules, part, interferenceShare);
    time.split(pauses);
    return time.result();
  }

  private void split(CauseNanos pauses) {
    uncertainNanos = part.uncertainNanos() + (part.doubtful() ? part.nanos() : 0);
    cpuNanos = Math.clamp(part.cpuNanos(), 0, part.nanos());
    compute();
    long off = part.nanos() - cpuNanos;
    long paused = pause(pauses, off);
    long delay = Math.clamp(part.runDelayNanos(), 0, off);
    // The run delay may have been within the pauses or outside of them.
    uncertainNanos += Math.min(delay, paused) - Math.max(0, delay + paused - off);
    long queued = Math.min(delay, off - paused);
    add(Cause.RUN_QUEUE, queued);
    long wait = off - paused - queued;
    if (part.isCpuKnown() && part.isRunDelayKnown()) {
      waited(wait);
    } else if (part.isCpuKnown() && part.neverWaited()) {
      preempted(wait);
    } else {
      unexplained(wait);
    }
  }

  private void compute() {
    long faults = Math.min(cpuNanos, part.faultCpuNanos());
    add(Cause.PAGE_FAULTS, faults);
    uncertainNanos += faults;
    long interference = (long) ((cpuNanos - faults) * interferenceShare);
    add(Cause.INTERFERENCE, interference);
    add(Cause.WORK, cpuNanos - faults - interference);
  }

  /** Explains time off the core by pauses. If pauses are longer, native code ran on. */
  private long pause(CauseNanos pauses, long off) {
    long left = off;
    for (Cause cause : CauseSplit.PAUSES) {
      long explained = Math.min(pauses.of(cause), left);
      add(cause, explained);
      left -= explained;
    }
    if (pauses.sum() > off) {
      uncertainNanos += off;
    }
    return off - left;
  }

  /** Splits a wait of known length into blocked time and page faults. */
  private void waited(long wait) {
    if (part.doubtful() || part.voluntarySwitches() == 0) {
      unexplained(wait);
      return;
    }
    long stray = Math.min(wait, rules.strayNanos(cpuNanos));
    add(Cause.REST, stray);
    restBoundNanos += rules.strayNanos(cpuNanos);
    uncertainNanos += stray;
    long blocked = wait - stray;
    long faults = (long) (blocked * faultShare());
    add(Cause.PAGE_FAULTS, faults);
    add(Cause.BLOCKED, blocked - faults);
    if (part.majorFaults() != 0) {
      uncertainNanos += blocked;
    }
  }

  /** Returns the share of waits for major faults, as a thread waits once for each fault. */
  private double faultShare() {
    if (part.majorFaults() <= 0 || part.voluntarySwitches() <= 0) {
      return 0;
    }
    return Math.min(1, (double) part.majorFaults() / part.voluntarySwitches());
  }

  /** Splits a wait of a thread without voluntary switches: it lost its core to other threads. */
  private void preempted(long wait) {
    long stray = Math.min(wait, rules.strayNanos(cpuNanos));
    add(Cause.REST, stray);
    add(Cause.RUN_QUEUE, wait - stray);
    restBoundNanos += rules.strayNanos(cpuNanos);
    uncertainNanos += stray;
  }

  private void unexplained(long wait) {
    add(Cause.REST, wait);
    restBoundNanos += wait;
    uncertainNanos += wait;
  }

  private void add(Cause cause, long some) {
    nanos.merge(cause, some, Long::sum);
  }

  private SplitTime result() {
    return new SplitTime(
        CauseNanos.of(nanos), cpuNanos, restBoundNanos, Math.min(uncertainNanos, part.nanos()));
  }

  /**
   * A part of a request's time by cause.
   *
   * @param nanos time of each cause
   * @param cpuNanos CPU time; 0 if unknown
   * @param restBoundNanos upper bound of {@link Cause#REST}
   * @param uncertainNanos greatest error of a cause
   */
  record SplitTime(CauseNanos nanos, long cpuNanos, long restBoundNanos, long uncertainNanos) {}
}
