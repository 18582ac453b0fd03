package org.curtail.benchkit.energyruns;

import java.util.List;
import java.util.Optional;
import org.curtail.energy.EnergyResult;
import org.curtail.speed.SlowToFast;

/**
 * Result of a policy at a load.
 *
 * @param name name of the policy in texts
 * @param runs results, one per trace or a single long one
 * @param thresholds found thresholds of slow to fast; empty for other policies
 */
public record PolicyTrial(String name, List<EnergyResult> runs, Optional<SlowToFast> thresholds) {
  public PolicyTrial {
    runs = List.copyOf(runs);
  }

  /** Returns the mean over the runs of a percentile of the latencies, in milliseconds. */
  public double tailMs(double percentile) {
    return runs.stream().mapToDouble(run -> run.percentileMs(percentile)).average().orElseThrow();
  }

  /** Returns the mean over the runs of the energy per request, including idle cores, in joules. */
  public double joulesPerRequest() {
    return runs.stream().mapToDouble(EnergyResult::joulesPerRequest).average().orElseThrow();
  }
}
