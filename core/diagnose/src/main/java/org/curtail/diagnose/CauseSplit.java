package org.curtail.diagnose;

import java.util.List;
import java.util.OptionalLong;
import org.curtail.signals.Stint;
import org.curtail.signals.ThreadReadings;

/**
 * Splits the latency of one request into its causes. A pure function: the same evidence gives the
 * same parts, and they always add up to the latency.
 *
 * <ul>
 *   <li>What the client waited and the server did not need is {@link Cause#NETWORK}, wherever the
 *       two clocks stand.
 *   <li>In a pause of the process, the pause is the cause, unless a CPU clock says that the thread
 *       ran on.
 *   <li>While no thread was on it, the request waited: before its start, and between two threads,
 *       for its turn ({@link Cause#ADMISSION}); between its start and its first thread, and after
 *       its last one, for a thread ({@link Cause#HAND_OFF}).
 *   <li>While threads were on it, the thread counts that it had to wait for at last.
 *   <li>Of that thread's time, its counters tell how much was work, run queue, and blocked. Where
 *       they are missing, the time is {@link Cause#REST}.
 * </ul>
 *
 * @param minorFaultNanos CPU time that the kernel takes for a page fault without a disk; at least 0
 * @param majorFaultNanos the same, of one from a disk, without the wait for it; at least 0
 * @param strayShare time that a busy core spends on interrupts and the like, which no counter of
 *     the thread tells: a share of its CPU time, at least 0
 * @param strayNanos the same, for each stint; at least 0
 */
public record CauseSplit(
    long minorFaultNanos, long majorFaultNanos, double strayShare, long strayNanos) {
  /** What holds where nothing else is known: measured on a virtual machine with Linux 6. */
  public static final CauseSplit USUAL = new CauseSplit(500, 20_000, 0.035, 5_000);

  /** What is measured beyond these is taken for a mistake, and cut off. */
  private static final long LEAST_MINOR_NANOS = 100;

  private static final long MOST_MINOR_NANOS = 5_000;
  private static final long LEAST_MAJOR_NANOS = 1_000;
  private static final long MOST_MAJOR_NANOS = 100_000;

  /** From which factor on CPU time is above the usual for its demand; below, it varies. */
  public static final double FAR_ABOVE = 1.25;

  /** From the strongest to the weakest. */
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
   * With the costs of page faults as they are on this machine now, from 100 ns to 5 us without a
   * disk, and from 1 to 100 us with one; the usual ones where that cannot be measured. Takes some
   * milliseconds, and 2.3 MB outside the heap until the next collection.
   */
  public static CauseSplit measured(ThreadReadings readings) {
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

  /** Where the time went; the parts add up to {@link RequestEvidence#latencyNanos}, always. */
  public Breakdown split(RequestEvidence evidence) {
    return TimeLine.of(evidence, this);
  }

  /** The most that no counter tells of a thread that has computed for some time. */
  long strayNanos(long cpuNanos) {
    return strayNanos + (long) (strayShare * cpuNanos);
  }

  /** CPU time that the faults of a stint are taken to have cost; 0 if nobody counted them. */
  long faultCpuNanos(Stint stint) {
    long most = Math.max(0, stint.cpuNanos());
    long minor = cpuNanos(stint.minorFaults(), minorFaultNanos, most);
    return minor + cpuNanos(stint.majorFaults(), majorFaultNanos, most - minor);
  }

  private static long cpuNanos(long faults, long eachNanos, long mostNanos) {
    if (faults <= 0 || eachNanos == 0) {
      return 0;
    }
    // So many that the product would overflow take all there is.
    return faults > mostNanos / eachNanos ? mostNanos : faults * eachNanos;
  }

  long faultCpuNanos(List<Stint> stints) {
    return stints.stream().mapToLong(this::faultCpuNanos).sum();
  }

  /** Which part of the CPU time, without faults, is above the usual for this demand. */
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
