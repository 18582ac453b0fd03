package org.curtail.diagnose;

import java.util.List;

/**
 * The latency of one request by cause. The nanoseconds of all causes add up exactly to the latency.
 * With several threads, the critical thread at each moment counts. Immutable.
 *
 * @param id number of the request
 * @param group kind of the request; empty if unknown
 * @param latencyNanos the client's wait; at least 0
 * @param nanos time of each cause: at least 0, in total {@code latencyNanos}
 * @param spans time line without gaps, from 0 to {@code latencyNanos}; its times add up to {@code
 *     nanos}
 * @param cpuNanos CPU time of all threads in total; -1 if unknown
 * @param helperCpuNanos CPU time outside of the critical thread; -1 if unknown
 * @param restBoundNanos upper bound of {@link Cause#REST}
 * @param uncertainNanos greatest possible error of the time of a cause. Reasons are missing or
 *     doubtful signals, and signals that give an amount without its moment
 * @param cutNanos excess of the server's time over the client's wait, cut off at the end; 0 with
 *     one clock, as only two clocks can run at different speeds
 * @param expectedWorkNanos usual CPU time of the critical thread for this demand, without faults;
 *     -1 if unknown
 */
public record Breakdown(
    long id,
    String group,
    long latencyNanos,
    CauseNanos nanos,
    List<Span> spans,
    long cpuNanos,
    long helperCpuNanos,
    long restBoundNanos,
    long uncertainNanos,
    long cutNanos,
    long expectedWorkNanos) {
  public Breakdown {
    spans = List.copyOf(spans);
    if (nanos.sum() != latencyNanos) {
      throw new IllegalArgumentException(
          "the parts of request %d add up to %d, not to its latency, %d: %s"
              .formatted(id, nanos.sum(), latencyNanos, nanos));
    }
    for (Cause cause : Cause.values()) {
      if (nanos.of(cause) < 0) {
        throw new IllegalArgumentException(
            "request %d cannot have spent %d ns on %s".formatted(id, nanos.of(cause), cause));
      }
    }
  }

  /** True if the kind of the request is known. */
  public boolean hasGroup() {
    return !group.isEmpty();
  }

  /** True if {@link Cause#WORK} and {@link Cause#INTERFERENCE} were separated. */
  public boolean isDemandKnown() {
    return expectedWorkNanos != RequestEvidence.UNKNOWN;
  }

  /** Returns the time of a cause. */
  public long nanos(Cause cause) {
    return nanos.of(cause);
  }
}
