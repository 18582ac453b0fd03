package org.curtail.speed.place;

import org.curtail.speed.SpeedPolicy;

/** A request as a {@link SpeedAllocator} sees it. */
public interface PlacedRequest extends SpeedPolicy.RequestView {
  /** Moment of the arrival. */
  long arrivalNanos();

  /** Sets the present moment and the rank for all following questions. */
  void seen(long nowNanos, boolean isOldest);
}
