package org.curtail.benchkit.emulate;

import org.curtail.benchkit.energyruns.EnergySetting;
import org.curtail.energy.ControlledThresholds;
import org.curtail.energy.LeastEnergy;
import org.curtail.energy.SpeedSteering;
import org.curtail.energy.ThresholdController;

/**
 * A target of a tail for a controller of slow-to-fast.
 *
 * @param controller controller that adjusts the thresholds after each window
 * @param least source of the schedules
 */
public record TailTarget(ThresholdController controller, LeastEnergy least) {
  /** Least number of windows: fewer show only the begin of control. */
  private static final int LEAST_WINDOWS = 4;

  /** Returns the steering for one run. */
  SpeedSteering steering(double perSecond) {
    double ends = EnergySetting.windowEnds(controller.percentile());
    return new ControlledThresholds(
        controller, least, Math.max(1, Math.round(ends / perSecond * 1e9)));
  }

  /** Returns the least number of requests of a run with an effect of the controller. */
  int leastRequests() {
    return (int) Math.ceil(LEAST_WINDOWS * EnergySetting.windowEnds(controller.percentile()));
  }
}
