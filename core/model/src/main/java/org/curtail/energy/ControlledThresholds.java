package org.curtail.energy;

import org.curtail.speed.SpeedPolicy;

/** Slow-to-fast whose thresholds a {@link ThresholdController} moves while it runs. For one run. */
public final class ControlledThresholds implements SpeedSteering {
  private final ThresholdController controller;
  private final LeastEnergy least;
  private final long periodNanos;
  private double deadlineMs;

  /**
   * Begins with the shortest deadline: as long as nothing is known, the tail goes first.
   *
   * @param least whose schedules are used
   * @param periodNanos the length of a window; more than 0
   */
  public ControlledThresholds(ThresholdController controller, LeastEnergy least, long periodNanos) {
    if (periodNanos <= 0) {
      throw new IllegalArgumentException("periodNanos must be more than 0: " + periodNanos);
    }
    this.controller = controller;
    this.least = least;
    this.periodNanos = periodNanos;
    deadlineMs = controller.shortestMs();
  }

  @Override
  public long periodNanos() {
    return periodNanos;
  }

  @Override
  public SpeedPolicy first() {
    return least.schedule(deadlineMs);
  }

  @Override
  public SpeedPolicy next(SpeedWindow window) {
    deadlineMs = controller.next(deadlineMs, window);
    return least.schedule(deadlineMs);
  }

  /** The deadline whose schedule serves now, in milliseconds. */
  public double deadlineMs() {
    return deadlineMs;
  }
}
