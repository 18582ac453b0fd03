package org.curtail.diagnose;

import java.util.List;

/**
 * The time of one request by cause: the nanoseconds of all causes add up exactly to its latency.
 * For a request with several threads, these are the times along its critical thread. Immutable.
 *
 * @param id number of the request
 * @param group kind of the request; empty if unknown
 * @param latencyNanos the client's wait; at least 0
 * @param nanos at least 0 for each cause, together {@code latencyNanos}
 * @param spans the time line, without gaps, from 0 to {@code latencyNanos}; together {@code nanos}
 * @param cpuNanos CPU time of all its threads together; -1 if unknown
 * @param helperCpuNanos part of it that is not on the critical thread; -1 if unknown
 * @param restBoundNanos upper bound of {@link Cause#REST} by the evidence, and at least its value
 * @param uncertainNanos greatest possible error of any cause's part, because signals are missing or
 *     doubtful, or give an amount without its time
 * @param cutNanos excess of the server's time over the client's wait: clocks do not run equally
 *     fast. It is cut off at the end, and is 0 on one clock.
 * @param expectedWorkNanos expected CPU time of the critical thread, without faults; -1 if the CPU
 *     time of the demand is unknown
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

  /** True if its kind is known. */
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
