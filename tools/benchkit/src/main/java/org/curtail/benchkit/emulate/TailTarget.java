package org.curtail.benchkit.emulate;

import org.curtail.benchkit.energyruns.EnergySetting;
import org.curtail.energy.ControlledThresholds;
import org.curtail.energy.LeastEnergy;
import org.curtail.energy.SpeedSteering;
import org.curtail.energy.ThresholdController;

/**
 * A tail that a controller holds by moving the thresholds of slow-to-fast.
 *
 * @param controller adjusts the thresholds after each window
 * @param least source of the schedules
 */
public record TailTarget(ThresholdController controller, LeastEnergy least) {
  /** Fewer windows show only how the controller begins. */
  private static final int LEAST_WINDOWS = 4;

  /** Creates the steering for one run. */
  SpeedSteering steering(double perSecond) {
    double ends = EnergySetting.windowEnds(controller.percentile());
    return new ControlledThresholds(
        controller, least, Math.max(1, Math.round(ends / perSecond * 1e9)));
  }

  /** Smallest number of requests in a run in which the controller can show an effect. */
  int leastRequests() {
    return (int) Math.ceil(LEAST_WINDOWS * EnergySetting.windowEnds(controller.percentile()));
  }
}
