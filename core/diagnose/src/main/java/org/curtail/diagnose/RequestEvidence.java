package org.curtail.diagnose;

import java.util.List;
import org.curtail.runtime.Timeline;
import org.curtail.signals.Pause;
import org.curtail.signals.Stint;

/**
 * The measurements of one request. The moments of the client ({@code intendedNanos}, {@code
 * answeredNanos}) are readings of the client's clock, all others of the server's; the two may be
 * one clock, or differ by any time. Immutable.
 *
 * @param id number of the request
 * @param group kind of the request: requests of the same group ask the same; empty if unknown
 * @param intendedNanos intended send by the client; without a known client, the same as {@code
 *     receivedNanos}
 * @param receivedNanos receipt by the server
 * @param startNanos admission and assignment of its first thread, which may have had to wake up
 *     then; at least {@code receivedNanos}
 * @param endNanos completion of its result, at least {@code startNanos}
 * @param answeredNanos receipt of the answer by the client, at least {@code intendedNanos}; without
 *     a known client, the same as {@code endNanos}
 * @param stints work of threads for it, in any order; empty if unknown. Parts outside of {@code
 *     startNanos} to {@code endNanos} are not counted.
 * @param pauses pauses of the process, in any order; they may overlap, and reach beyond the request
 * @param expectedCpuNanos usual CPU time of all threads together for this demand; -1 if unknown
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

  /** Returns the evidence without a known client: it counts from the receipt to the result. */
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

  /** True if its kind is known. */
  public boolean hasGroup() {
    return !group.isEmpty();
  }

  /** Returns the client's wait, from its intended send to the answer. */
  public long latencyNanos() {
    return answeredNanos - intendedNanos;
  }

  /** Returns the time from the receipt to the result. */
  public long serverNanos() {
    return endNanos - receivedNanos;
  }

  /**
   * True if the moments of client and server fit one clock. Clocks of two machines count from the
   * start of each and practically never do.
   */
  public boolean fitsOneClock() {
    return receivedNanos - intendedNanos >= 0 && answeredNanos - endNanos >= 0;
  }

  /**
   * Returns the CPU time of all its threads; -1 if that of a stint is unknown or without stints.
   */
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

  /** Returns this evidence with another expectation; -1 for none. */
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
