package org.curtail.diagnose;

import java.util.List;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.curtail.signals.Stint;
import org.curtail.signals.ThreadReading;

/**
 * Splits the latency of one request into its causes. A pure function: the same evidence gives the
 * same parts, and they always add up to the latency.
 *
 * <ul>
 *   <li>The client's wait beyond the server's time is {@link Cause#NETWORK}, for any difference of
 *       the two clocks.
 *   <li>In a pause of the process, the pause is the cause, unless a CPU clock shows that the thread
 *       ran on.
 *   <li>While no thread was on it, the request waited: before its start, and between two threads,
 *       for its turn ({@link Cause#ADMISSION}); between its start and its first thread, and after
 *       its last one, for a thread ({@link Cause#HAND_OFF}).
 *   <li>While threads were on it, the thread that it finally had to wait for counts.
 *   <li>The counters of that thread divide its time into work, run queue, and blocked. Without
 *       counters, the time is {@link Cause#REST}.
 * </ul>
 *
 * @param minorFaultNanos CPU time of the kernel for a page fault without a disk; at least 0
 * @param majorFaultNanos CPU time for a page fault from a disk, without the wait; at least 0
 * @param strayShare time of a busy core for interrupts and the like, which no counter of the thread
 *     shows: a share of its CPU time, at least 0
 * @param strayNanos additional such time for each stint; at least 0
 */
public record CauseSplit(
    long minorFaultNanos, long majorFaultNanos, double strayShare, long strayNanos) {
  /** Costs for unknown machines: measured on a virtual machine with Linux 6. */
  public static final CauseSplit USUAL = new CauseSplit(500, 20_000, 0.035, 5_000);

  /** Bounds of plausible measurements; others are clamped. */
  private static final long LEAST_MINOR_NANOS = 100;

  private static final long MOST_MINOR_NANOS = 5_000;
  private static final long LEAST_MAJOR_NANOS = 1_000;
  private static final long MOST_MAJOR_NANOS = 100_000;

  /** Factor from which on CPU time is above the usual for its demand; below, it varies. */
  public static final double FAR_ABOVE = 1.25;

  /** Pauses from the strongest to the weakest. */
  static final List<Cause> PAUSES = List.of(Cause.STOPPED, Cause.COLLECTOR, Cause.SAFEPOINT);

  public CauseSplit {
    if (minorFaultNanos < 0 || majorFaultNanos < 0 || strayNanos < 0) {
      throw new IllegalArgumentException(
          "minorFaultNanos, majorFaultNanos and strayNanos must be at least 0: %d, %d, %d"
              .formatted(minorFaultNanos, majorFaultNanos, strayNanos));
    }
    if (!(strayShare >= 0 && strayShare <= 1)) {
      throw new IllegalArgumentException("strayShare must be from 0 to 1: " + strayShare);
    }
  }

  /**
   * Returns a split with the present costs of page faults on this machine, from 100 ns to 5 us
   * without a disk, and from 1 to 100 us with one; the usual ones if they cannot be measured. Takes
   * some milliseconds, and 2.3 MB outside the heap until the next collection.
   */
  public static CauseSplit measured(Supplier<ThreadReading> readings) {
    var costs = new FaultCosts(readings);
    OptionalLong minor = costs.minorNanos();
    OptionalLong sleep = costs.waitNanos();
    long minorNanos =
        minor.isPresent()
            ? Math.clamp(minor.getAsLong(), LEAST_MINOR_NANOS, MOST_MINOR_NANOS)
            : USUAL.minorFaultNanos;
    long majorNanos =
        sleep.isPresent()
            ? Math.clamp(minorNanos + sleep.getAsLong(), LEAST_MAJOR_NANOS, MOST_MAJOR_NANOS)
            : USUAL.majorFaultNanos;
    return new CauseSplit(minorNanos, majorNanos, USUAL.strayShare, USUAL.strayNanos);
  }

  /** Splits with the usual costs. */
  public static Breakdown of(RequestEvidence evidence) {
    return USUAL.split(evidence);
  }

  /** Returns the parts, which always add up to {@link RequestEvidence#latencyNanos}. */
  public Breakdown split(RequestEvidence evidence) {
    return TimeLine.of(evidence, this);
  }

  /** Returns the greatest uncounted time of a thread that has computed for some time. */
  long strayNanos(long cpuNanos) {
    return strayNanos + (long) (strayShare * cpuNanos);
  }

  /** Returns the estimated CPU time of a stint's faults; 0 if they were not counted. */
  long faultCpuNanos(Stint stint) {
    long most = Math.max(0, stint.cpuNanos());
    long minor = cpuNanos(stint.minorFaults(), minorFaultNanos, most);
    return minor + cpuNanos(stint.majorFaults(), majorFaultNanos, most - minor);
  }

  private static long cpuNanos(long faults, long eachNanos, long mostNanos) {
    if (faults <= 0 || eachNanos == 0) {
      return 0;
    }
    // Faults whose product would overflow take all there is.
    return faults > mostNanos / eachNanos ? mostNanos : faults * eachNanos;
  }

  long faultCpuNanos(List<Stint> stints) {
    return stints.stream().mapToLong(this::faultCpuNanos).sum();
  }

  /** Returns the share of the CPU time, without faults, above the usual for this demand. */
  double interferenceShare(RequestEvidence evidence) {
    long cpu = evidence.cpuNanos();
    long expected = evidence.expectedCpuNanos();
    if (cpu == RequestEvidence.UNKNOWN || expected == RequestEvidence.UNKNOWN) {
      return 0;
    }
    long computed = cpu - faultCpuNanos(evidence.stints());
    return computed > FAR_ABOVE * expected ? (double) (computed - expected) / computed : 0;
  }
}
