package org.curtail.benchkit.energyruns;

import java.util.List;
import java.util.Optional;
import org.curtail.energy.EnergyResult;
import org.curtail.speed.SlowToFast;

/**
 * What came of a policy at a load.
 *
 * @param name of the policy, for people
 * @param runs one for each trace, or a single long one
 * @param thresholds of slow to fast, as they were found; empty for others
 */
public record Tried(String name, List<EnergyResult> runs, Optional<SlowToFast> thresholds) {
  public Tried {
    runs = List.copyOf(runs);
  }

  /** A percentile of the latencies in milliseconds, in the mean over the runs. */
  public double tailMs(double percentile) {
    return runs.stream().mapToDouble(run -> run.percentileMs(percentile)).average().orElseThrow();
  }

  /** All energy, that of idle cores too, divided among the requests; in the mean over the runs. */
  public double joulesPerRequest() {
    return runs.stream().mapToDouble(EnergyResult::joulesPerRequest).average().orElseThrow();
  }
}
