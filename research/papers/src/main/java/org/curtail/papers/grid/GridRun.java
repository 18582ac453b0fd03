package org.curtail.papers.grid;

import java.util.List;
import java.util.stream.IntStream;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.benchkit.results.Latency;
import org.curtail.sim.Backlog;
import org.curtail.sim.Machine;
import org.curtail.sim.PoissonArrivals;
import org.curtail.sim.Simulation;
import org.curtail.sim.SimulationResult;
import org.curtail.sim.Trace;
import org.curtail.sim.Traces;

/**
 * One run of one policy.
 *
 * @param latency latency of the requests that count
 * @param isGivenUp true if the run stopped because of too many requests at once
 * @param backlogGrew true if the number of requests grew until the end
 */
record GridRun(Latency latency, boolean isGivenUp, boolean backlogGrew) {
  /** Limit of concurrent requests: no stable service reaches it, and a run beyond it takes long. */
  private static final int MOST_AT_ONCE = 3000;

  private static final int FEWEST_THAT_COUNT = 100;

  /**
   * Simulates a run. Predictions are true.
   *
   * @param perSecond requests per second, of many independent users
   */
  static GridRun of(
      String name,
      Policy policy,
      Profile profile,
      Machine machine,
      double perSecond,
      GridSetting setting,
      long seed) {
    Trace trace = Traces.draw(new PoissonArrivals(perSecond), profile, setting.arrivals(), seed);
    SimulationResult whole =
        new Simulation(profile, machine)
            .predictedBy(GridPolicies.predictor(name, policy, seed))
            .givingUpBeyond(MOST_AT_ONCE)
            .run(policy, trace);
    int warmUp = Math.max(0, Math.min(setting.warmUp(), whole.requests() - FEWEST_THAT_COUNT));
    return new GridRun(
        latency(whole.afterWarmUp(warmUp)),
        whole.isGivenUp(),
        Backlog.grows(trace, whole, machine.cores()));
  }

  private static Latency latency(SimulationResult outcome) {
    double[] ascendingMs =
        IntStream.range(0, outcome.requests())
            .mapToDouble(i -> outcome.latencyNanos(i) / 1e6)
            .sorted()
            .toArray();
    return Latency.of(ascendingMs, outcome.meanMs(), List.of());
  }
}
