package org.curtail.energy;

import org.curtail.speed.SpeedPolicy;

/**
 * Slow-to-fast steering with thresholds that a {@link ThresholdController} moves. Each run needs
 * its own.
 */
public final class ControlledThresholds implements SpeedSteering {
  private final ThresholdController controller;
  private final LeastEnergy least;
  private final long periodNanos;
  private double deadlineMs;

  /**
   * Creates a steering. The steering begins with the shortest deadline, since an unknown tail may
   * be too long.
   *
   * @param least source of schedules
   * @param periodNanos length of a window; more than 0
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

  /** Returns the deadline of the present schedule, in milliseconds. */
  public double deadlineMs() {
    return deadlineMs;
  }
}
