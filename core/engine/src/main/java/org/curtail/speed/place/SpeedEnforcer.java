package org.curtail.speed.place;

import org.jspecify.annotations.Nullable;

/**
 * Owner of the cores and of the waiting requests. Carries out the decisions of a {@link
 * SpeedAllocator} at once.
 *
 * @param <R> the requests
 */
public interface SpeedEnforcer<R extends PlacedRequest> {
  /** Number of requests that have arrived and not started. */
  int waiting();

  /** The waiting request that starts next; null if none waits. */
  @Nullable R next();

  /**
   * Moment of a waiting request's arrival.
   *
   * @param place 0, the next, to {@link #waiting} - 1
   */
  long waitingArrivalNanos(int place);

  /** Starts the next request on this class; it does not wait any more. */
  void start(R request, int speedClass, long nowNanos);

  /** Moves a running request to another class. */
  void move(R request, int speedClass, long nowNanos);
}
