package org.curtail.diagnose;

import java.util.List;
import org.curtail.diagnose.pause.Pause;
import org.curtail.runtime.Timeline;
import org.curtail.signals.Stint;

/**
 * The measurements of one request. {@code intendedNanos} and {@code answeredNanos} are readings of
 * the client's clock, all other moments are readings of the server's clock. Both may be the same
 * clock. Immutable.
 *
 * @param id number of the request
 * @param group kind of the request, equal for requests with the same demand; empty if unknown
 * @param intendedNanos moment at which the client intended to send; {@code receivedNanos} without a
 *     known client
 * @param receivedNanos moment of receipt by the server
 * @param startNanos moment of admission, when the first thread was assigned; at least {@code
 *     receivedNanos}
 * @param endNanos moment of the result, at least {@code startNanos}
 * @param answeredNanos moment at which the client received the answer, at least {@code
 *     intendedNanos}; {@code endNanos} without a known client
 * @param stints work of threads for the request, in any order; empty if unknown. Parts outside of
 *     {@code startNanos} to {@code endNanos} do not count
 * @param pauses pauses of the process, in any order; they may overlap and exceed the request
 * @param expectedCpuNanos usual CPU time of all threads in total for this demand; -1 if unknown
 */
public record RequestEvidence(
    long id,
    String group,
    long intendedNanos,
    long receivedNanos,
    long startNanos,
    long endNanos,
    long answeredNanos,
    List<Stint> stints,
    List<Pause> pauses,
    long expectedCpuNanos) {
  /** An unknown CPU time. */
  public static final long UNKNOWN = -1;

  public RequestEvidence {
    if (startNanos - receivedNanos < 0 || endNanos - startNanos < 0) {
      throw new IllegalArgumentException(
          "request %d: receivedNanos, startNanos and endNanos must be in this order: %d, %d, %d"
              .formatted(id, receivedNanos, startNanos, endNanos));
    }
    if (answeredNanos - intendedNanos < 0) {
      throw new IllegalArgumentException(
          "request %d: answeredNanos must not be before intendedNanos: %d, %d"
              .formatted(id, answeredNanos, intendedNanos));
    }
    if (expectedCpuNanos < UNKNOWN) {
      throw new IllegalArgumentException(
          "request %d: expectedCpuNanos must be at least 0, or -1 if it is not known: %d"
              .formatted(id, expectedCpuNanos));
    }
    stints = List.copyOf(stints);
    pauses = List.copyOf(pauses);
  }

  /**
   * Returns the evidence without a known client. The latency is then the time from receipt to
   * result.
   */
  public static RequestEvidence ofServer(
      long id,
      String group,
      long receivedNanos,
      long startNanos,
      long endNanos,
      List<Stint> stints,
      List<Pause> pauses) {
    return new RequestEvidence(
        id,
        group,
        receivedNanos,
        receivedNanos,
        startNanos,
        endNanos,
        endNanos,
        stints,
        pauses,
        UNKNOWN);
  }

  /** Returns the evidence of an engine's listener or ticket, without a known client. */
  public static RequestEvidence ofEngine(long id, String group, Timeline timeline) {
    return ofServer(
        id,
        group,
        timeline.arrivalNanos(),
        timeline.admittedNanos(),
        timeline.endNanos(),
        timeline.stints(),
        List.of());
  }

  /** Returns this evidence with the client's moments, by the client's clock. */
  public RequestEvidence asSeenBy(long clientIntendedNanos, long clientAnsweredNanos) {
    return new RequestEvidence(
        id,
        group,
        clientIntendedNanos,
        receivedNanos,
        startNanos,
        endNanos,
        clientAnsweredNanos,
        stints,
        pauses,
        expectedCpuNanos);
  }

  /** True if the kind of the request is known. */
  public boolean hasGroup() {
    return !group.isEmpty();
  }

  /** Returns the time from the client's intended send to its answer. */
  public long latencyNanos() {
    return answeredNanos - intendedNanos;
  }

  /** Returns the time from the receipt to the result. */
  public long serverNanos() {
    return endNanos - receivedNanos;
  }

  /**
   * True if the moments of client and server can be readings of one clock. Readings of two machines
   * practically never are.
   */
  public boolean fitsOneClock() {
    return receivedNanos - intendedNanos >= 0 && answeredNanos - endNanos >= 0;
  }

  /** Returns the CPU time of all threads; -1 without stints, or if it is unknown for a stint. */
  public long cpuNanos() {
    long sum = 0;
    for (Stint stint : stints) {
      if (stint.cpuNanos() < 0) {
        return UNKNOWN;
      }
      sum += stint.cpuNanos();
    }
    return stints.isEmpty() ? UNKNOWN : sum;
  }

  /** Returns this evidence with another expected CPU time; -1 for unknown. */
  public RequestEvidence expecting(long cpuNanos) {
    return new RequestEvidence(
        id,
        group,
        intendedNanos,
        receivedNanos,
        startNanos,
        endNanos,
        answeredNanos,
        stints,
        pauses,
        cpuNanos);
  }

  /** Returns this evidence with other pauses. */
  public RequestEvidence during(List<Pause> others) {
    return new RequestEvidence(
        id,
        group,
        intendedNanos,
        receivedNanos,
        startNanos,
        endNanos,
        answeredNanos,
        stints,
        others,
        expectedCpuNanos);
  }
}
