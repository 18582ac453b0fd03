package org.curtail.diagnose;

import java.util.List;

/**
 * Where the time of one request went: the nanoseconds of all causes add up to its latency, exactly.
 * Of a request with several threads, these are the times along its critical thread. Immutable.
 *
 * @param id number of the request
 * @param group what it asked; empty if that is not known
 * @param latencyNanos what the client waited; at least 0
 * @param nanos at least 0 for each cause, together {@code latencyNanos}
 * @param spans the time line, without gaps, from 0 to {@code latencyNanos}; together {@code nanos}
 * @param cpuNanos CPU time of all its threads together; -1 if that is not known
 * @param helperCpuNanos of it, CPU time that is not on the critical thread; -1 if not known
 * @param restBoundNanos the most that {@link Cause#REST} can be by the evidence there is, and at
 *     least what it is
 * @param uncertainNanos by how much the part of any cause may be wrong at most, because signals are
 *     missing, doubtful, or tell how much but not when
 * @param cutNanos for how much longer the server says that it served it than the client waited:
 *     clocks do not run equally fast. It is cut off at the end, and is 0 on one clock.
 * @param expectedWorkNanos CPU time, without faults, that the critical thread could be expected to
 *     take; -1 if it is not known what CPU time the demand takes
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

  /** Whether it is known what it asked. */
  public boolean hasGroup() {
    return !group.isEmpty();
  }

  /** Whether {@link Cause#WORK} was told apart from {@link Cause#INTERFERENCE}. */
  public boolean isDemandKnown() {
    return expectedWorkNanos != RequestEvidence.UNKNOWN;
  }

  /** The time of a cause. */
  public long nanos(Cause cause) {
    return nanos.of(cause);
  }
}
