package org.curtail.speed.place;

import org.jspecify.annotations.Nullable;

/**
 * Has the cores and the waiting requests, and carries out at once what a {@link SpeedAllocator}
 * decides.
 *
 * @param <R> the requests
 */
public interface SpeedEnforcer<R extends PlacedRequest> {
  /** Requests that have arrived and not started. */
  int waiting();

  /** The one of them that is next to start; null if none waits. */
  @Nullable R next();

  /**
   * Moment of a waiting request's arrival.
   *
   * @param place 0, the next, to {@link #waiting} - 1
   */
  long waitingArrivalNanos(int place);

  /** The next request starts on a class, and waits no more. */
  void start(R request, int speedClass, long nowNanos);

  /** A request that runs goes on at another class. */
  void move(R request, int speedClass, long nowNanos);
}
