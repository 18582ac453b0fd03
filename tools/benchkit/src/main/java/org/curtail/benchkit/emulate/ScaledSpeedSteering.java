package org.curtail.benchkit.emulate;

import org.curtail.energy.SpeedSteering;
import org.curtail.energy.SpeedWindow;
import org.curtail.speed.SpeedPolicy;

/**
 * A steering of speeds for a service with another time scale; the counterpart of {@link
 * ScaledSpeeds}.
 *
 * @param steering steering that decides
 * @param scale nanoseconds of the service for a nanosecond of the steering: finite, above 0
 */
record ScaledSpeedSteering(SpeedSteering steering, double scale) implements SpeedSteering {
  @Override
  public long periodNanos() {
    long nanos = steering.periodNanos();
    return nanos == SpeedPolicy.Wish.NEVER ? nanos : Math.max(1, Math.round(nanos * scale));
  }

  @Override
  public SpeedPolicy first() {
    return new ScaledSpeeds(steering.first(), scale);
  }

  @Override
  public SpeedPolicy next(SpeedWindow window) {
    return new ScaledSpeeds(steering.next(window.scaled(1 / scale)), scale);
  }
}
