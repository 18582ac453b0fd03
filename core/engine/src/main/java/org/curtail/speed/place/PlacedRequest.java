package org.curtail.speed.place;

import org.curtail.speed.SpeedPolicy;

/** A request as a {@link SpeedAllocator} sees it. */
public interface PlacedRequest extends SpeedPolicy.RequestView {
  /** When it arrived. */
  long arrivalNanos();

  /** What is seen of it from now on is as of this moment. */
  void seen(long nowNanos, boolean isOldest);
}
