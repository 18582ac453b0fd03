package org.curtail.benchkit.emulate;

import org.curtail.benchkit.energyruns.EnergySetting;
import org.curtail.energy.ControlledThresholds;
import org.curtail.energy.LeastEnergy;
import org.curtail.energy.SpeedSteering;
import org.curtail.energy.ThresholdController;

/**
 * A tail that a controller holds by moving the thresholds of slow-to-fast.
 *
 * @param controller what it does after each window
 * @param least whose schedules it takes
 */
public record TailTarget(ThresholdController controller, LeastEnergy least) {
  /** Fewer windows show how it begins, and not what it holds. */
  private static final int LEAST_WINDOWS = 4;

  /** For one run. */
  SpeedSteering steering(double perSecond) {
    double ends = EnergySetting.windowEnds(controller.percentile());
    return new ControlledThresholds(
        controller, least, Math.max(1, Math.round(ends / perSecond * 1e9)));
  }

  /** Requests in a run in which it can show something. */
  int leastRequests() {
    return (int) Math.ceil(LEAST_WINDOWS * EnergySetting.windowEnds(controller.percentile()));
  }
}
