package org.curtail.diagnose;

import java.util.List;
import java.util.Optional;

/**
 * How far the client's clock is ahead of the server's, within bounds: no request is received before
 * it is sent, and none answered before its result is ready. Each request narrows the bounds.
 *
 * <p>Source: Cristian, Probabilistic clock synchronization (1989), 4.
 *
 * @param leastNanos the client's clock minus the server's, at least
 * @param mostNanos the same, at most
 */
record ClockOffset(long leastNanos, long mostNanos) {
  public ClockOffset {
    if (leastNanos > mostNanos) {
      throw new IllegalArgumentException(
          "leastNanos must not be above mostNanos: %d, %d".formatted(leastNanos, mostNanos));
    }
  }

  /**
   * From many requests of the same client and server.
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

  /** How much of a request's network time was the way to the server, at least. */
  public long leastToServerNanos(RequestEvidence request) {
    return Math.max(0, request.receivedNanos() + leastNanos - request.intendedNanos());
  }

  /** How much of a request's network time was the way to the server, at most. */
  public long mostToServerNanos(RequestEvidence request) {
    return Math.max(0, request.receivedNanos() + mostNanos - request.intendedNanos());
  }
}
