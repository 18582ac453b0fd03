package org.curtail.runtime;

import java.util.concurrent.ExecutionException;

/**
 * A caller of a stepped engine that makes a reservation, and comes with its work when the
 * reservation is granted.
 */
final class LateCaller {
  private LateCaller() {}

  @SuppressWarnings("unchecked") // The result is the work's.
  static Request<?, Integer> of(Curtail engine, ScriptedWork work, RequestOptions options) {
    Reservation place = engine.reserve(options);
    if (place.isAlone()) {
      try {
        place.run(work);
      } catch (ExecutionException | InterruptedException | RuntimeException e) {
        // Its ticket says the same.
      }
    } else {
      place.granted().thenAccept(granted -> granted.work.setWork(work));
    }
    return (Request<?, Integer>) (Request<?, ?>) place.request;
  }
}
