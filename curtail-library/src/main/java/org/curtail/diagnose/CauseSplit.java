package org.curtail.diagnose;

import java.util.List;
import org.curtail.signals.Stint;

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
 * @param strayShare time that a busy core spends on interrupts and the like, which no counter of
 *     the thread tells: a share of its CPU time, at least 0
 * @param strayNanos the same, for each stint; at least 0
 */
public record CauseSplit(long minorFaultNanos, double strayShare, long strayNanos) {
  /** What holds where nothing else is known: measured on a virtual machine with Linux 6. */
  public static final CauseSplit USUAL = new CauseSplit(500, 0.035, 5_000);

  /** From which factor on CPU time is above the usual for its demand; below, it varies. */
  public static final double FAR_ABOVE = 1.25;

  /** From the strongest to the weakest. */
  static final List<Cause> PAUSES = List.of(Cause.STOPPED, Cause.COLLECTOR, Cause.SAFEPOINT);

  public CauseSplit {
    if (minorFaultNanos < 0 || strayNanos < 0) {
      throw new IllegalArgumentException(
          "minorFaultNanos and strayNanos must be at least 0: %d, %d"
              .formatted(minorFaultNanos, strayNanos));
    }
    if (!(strayShare >= 0 && strayShare <= 1)) {
      throw new IllegalArgumentException("strayShare must be from 0 to 1: " + strayShare);
    }
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

  /** CPU time that the minor faults of a stint are taken to have cost; 0 if nobody counted them. */
  long faultCpuNanos(Stint stint) {
    long faults = Math.max(0, stint.minorFaults());
    long most = Math.max(0, stint.cpuNanos());
    // A fault takes a nanosecond at least: more of them would take no more, but overflow.
    return Math.min(most, Math.min(faults, most) * minorFaultNanos);
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
