package org.curtail.diagnose;

import java.util.List;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.curtail.signals.Stint;
import org.curtail.signals.ThreadReading;

/**
 * Splits the latency of one request into its causes. A pure function; its parts always add up to
 * the latency.
 *
 * <ul>
 *   <li>The client's wait minus the server's time is {@link Cause#NETWORK}, also with two clocks.
 *   <li>In a pause of the process, the pause is the cause, except if a CPU clock shows that the
 *       thread ran on.
 *   <li>Time without a thread before the start and between two threads is {@link Cause#ADMISSION}.
 *   <li>Time without a thread between the start and the first thread, and after the last thread, is
 *       {@link Cause#HAND_OFF}.
 *   <li>While several threads serve the request, the critical thread counts.
 *   <li>The counters of a thread divide its time into work, run queue, and blocked. Without
 *       counters, the time is {@link Cause#REST}.
 * </ul>
 *
 * @param minorFaultNanos CPU time of the kernel for a page fault without a disk; at least 0
 * @param majorFaultNanos CPU time of the kernel for a page fault from a disk, without the wait; at
 *     least 0
 * @param strayShare time of interrupts, which no counter of the thread shows, as a share of its CPU
 *     time: 0 to 1
 * @param strayNanos additional time of interrupts for each stint; at least 0
 */
public record CauseSplit(
    long minorFaultNanos, long majorFaultNanos, double strayShare, long strayNanos) {
  /** Costs for unknown machines, measured on a virtual machine with Linux 6. */
  public static final CauseSplit USUAL = new CauseSplit(500, 20_000, 0.035, 5_000);

  /** Bounds of plausible measurements. Values outside are clamped. */
  private static final long LEAST_MINOR_NANOS = 100;

  private static final long MOST_MINOR_NANOS = 5_000;
  private static final long LEAST_MAJOR_NANOS = 1_000;
  private static final long MOST_MAJOR_NANOS = 100_000;

  /**
   * Least ratio of CPU time to the usual CPU time of the demand for interference. Lower ratios are
   * usual variation.
   */
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
   * Measures the costs of page faults on this machine, and returns a split with them. The costs are
   * limited to 100 ns to 5 us without a disk, and 1 to 100 us with a disk. If they cannot be
   * measured, the usual costs are used. Needs some milliseconds, and 2.3 MB outside the heap until
   * the next collection.
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

  /** Splits the latency of a request. */
  public Breakdown split(RequestEvidence evidence) {
    return TimeLine.of(evidence, this);
  }

  /** Returns the greatest time of interrupts of a thread with this CPU time. */
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
    // Clamped first, as the product could overflow.
    return faults > mostNanos / eachNanos ? mostNanos : faults * eachNanos;
  }

  long faultCpuNanos(List<Stint> stints) {
    return stints.stream().mapToLong(this::faultCpuNanos).sum();
  }

  /** Returns the share of the CPU time that is above the usual for this demand, without faults. */
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
