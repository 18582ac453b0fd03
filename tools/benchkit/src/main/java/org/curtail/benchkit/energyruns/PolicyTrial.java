package org.curtail.benchkit.energyruns;

import java.util.List;
import java.util.Optional;
import org.curtail.energy.EnergyResult;
import org.curtail.speed.SlowToFast;

/**
 * Result of a policy at a load.
 *
 * @param name of the policy, for people
 * @param runs one for each trace, or a single long one
 * @param thresholds found for slow to fast; empty for other policies
 */
public record PolicyTrial(String name, List<EnergyResult> runs, Optional<SlowToFast> thresholds) {
  public PolicyTrial {
    runs = List.copyOf(runs);
  }

  /** A percentile of the latencies in milliseconds, in the mean over the runs. */
  public double tailMs(double percentile) {
    return runs.stream().mapToDouble(run -> run.percentileMs(percentile)).average().orElseThrow();
  }

  /** All energy, idle cores included, divided by the number of requests; the mean over the runs. */
  public double joulesPerRequest() {
    return runs.stream().mapToDouble(EnergyResult::joulesPerRequest).average().orElseThrow();
  }
}
