package org.curtail.runtime;

import static java.util.Objects.requireNonNull;

import org.curtail.dispatch.AdmissionQueue;
import org.jspecify.annotations.Nullable;

/** Of requests with one thread each: those that have not started, in the order of the queue. */
record QueuedPlaces(AdmissionQueue<Request<?, ?>> queue) implements PlacesInLine {
  private static SpeedPlace place(Request<?, ?> request) {
    return requireNonNull(request.places()).only();
  }

  /** The first may have its class already and be about to leave the queue. */
  private int leaving() {
    Request<?, ?> first = queue.first();
    return first != null && place(first).hasClass() ? 1 : 0;
  }

  @Override
  public int size() {
    return queue.size() - leaving();
  }

  @Override
  public @Nullable SpeedPlace next() {
    if (leaving() == 0) {
      Request<?, ?> first = queue.first();
      return first == null ? null : place(first);
    }
    return queue.size() == 1 ? null : place(queue.all().get(1));
  }

  @Override
  public long arrivalNanos(int place) {
    return queue.all().get(place + leaving()).arrivalNanos();
  }
}
