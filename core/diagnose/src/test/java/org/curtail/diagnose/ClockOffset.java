package org.curtail.diagnose;

import java.util.List;
import java.util.Optional;

/**
 * The client's clock minus the server's, within bounds: no request is received before it is sent,
 * and none is answered before its result is ready. Each request narrows the bounds.
 *
 * <p>Source: Cristian, Probabilistic clock synchronization (1989), 4.
 *
 * @param leastNanos lower bound
 * @param mostNanos upper bound
 */
record ClockOffset(long leastNanos, long mostNanos) {
  public ClockOffset {
    if (leastNanos > mostNanos) {
      throw new IllegalArgumentException(
          "leastNanos must not be above mostNanos: %d, %d".formatted(leastNanos, mostNanos));
    }
  }

  /**
   * Returns the offset from many requests of the same client and server.
   *
   * @return empty if no offset fits all of them: one of the clocks runs faster, or was set
   */
  public static Optional<ClockOffset> of(List<RequestEvidence> requests) {
    long least = Long.MIN_VALUE;
    long most = Long.MAX_VALUE;
    for (RequestEvidence request : requests) {
      least = Math.max(least, request.intendedNanos() - request.receivedNanos());
      most = Math.min(most, request.answeredNanos() - request.endNanos());
    }
    return least <= most ? Optional.of(new ClockOffset(least, most)) : Optional.empty();
  }

  /** Returns a lower bound of the way to the server, as part of a request's network time. */
  public long leastToServerNanos(RequestEvidence request) {
    return Math.max(0, request.receivedNanos() + leastNanos - request.intendedNanos());
  }

  /** Returns an upper bound of the way to the server, as part of a request's network time. */
  public long mostToServerNanos(RequestEvidence request) {
    return Math.max(0, request.receivedNanos() + mostNanos - request.intendedNanos());
  }
}
