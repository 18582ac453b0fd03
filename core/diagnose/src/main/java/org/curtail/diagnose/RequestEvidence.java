package org.curtail.diagnose;

import java.util.List;
import org.curtail.runtime.Timeline;
import org.curtail.signals.Pause;
import org.curtail.signals.Stint;

/**
 * What is known of one request. The moments of the client ({@code intendedNanos}, {@code
 * answeredNanos}) are readings of the client's clock, all others of the server's; the two may be
 * one clock, or may be any time apart. Immutable.
 *
 * @param id number of the request
 * @param group what it asked: requests of the same group ask the same; empty if that is not known
 * @param intendedNanos when the client meant to send it; of a request without a known client, the
 *     same as {@code receivedNanos}
 * @param receivedNanos when the server had it
 * @param startNanos when it was admitted and given its first thread, which may have had to wake up
 *     then; at least {@code receivedNanos}
 * @param endNanos when its result was ready, at least {@code startNanos}
 * @param answeredNanos when the client had the answer, at least {@code intendedNanos}; of a request
 *     without a known client, the same as {@code endNanos}
 * @param stints what threads did for it, in any order; empty if that is not known. What lies
 *     outside of {@code startNanos} to {@code endNanos} is not counted.
 * @param pauses of the process, in any order; they may overlap, and reach beyond the request
 * @param expectedCpuNanos CPU time that all threads together usually take for this demand; -1 if
 *     that is not known
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
  /** Stands for a CPU time that is not known. */
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

  /** Of a request whose client is not known: it counts from the receipt to the result. */
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

  /**
   * Of a request that an engine served, as it told a listener or a ticket, without a known client.
   */
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

  /** The same, as its client saw it, by the client's clock. */
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

  /** Whether it is known what it asked. */
  public boolean hasGroup() {
    return !group.isEmpty();
  }

  /** What the client waited, from its intended send to the answer. */
  public long latencyNanos() {
    return answeredNanos - intendedNanos;
  }

  /** From the receipt to the result. */
  public long serverNanos() {
    return endNanos - receivedNanos;
  }

  /**
   * Whether the moments of client and server fit one clock. Clocks of two machines count from the
   * start of each and practically never do.
   */
  public boolean fitsOneClock() {
    return receivedNanos - intendedNanos >= 0 && answeredNanos - endNanos >= 0;
  }

  /** CPU time of all its threads; -1 if that of a stint is not known, or if there is no stint. */
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

  /** The same with another expectation; -1 if there is none. */
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

  /** The same with other pauses. */
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
