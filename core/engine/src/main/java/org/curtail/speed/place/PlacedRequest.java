package org.curtail.speed.place;

import org.curtail.speed.SpeedPolicy;

/** A request as a {@link SpeedAllocator} sees it. */
public interface PlacedRequest extends SpeedPolicy.RequestView {
  /** Moment of its arrival. */
  long arrivalNanos();

  /** Sets the moment and the rank of all that follows. */
  void seen(long nowNanos, boolean isOldest);
}
