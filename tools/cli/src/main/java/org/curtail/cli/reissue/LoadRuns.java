package org.curtail.cli.reissue;

import java.util.HashMap;
import java.util.Map;
import org.curtail.benchkit.terminal.StopSignal;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.reissue.plan.ReissueObservation;
import org.curtail.replicas.ReplicaTrace;
import org.curtail.replicas.ServiceTimes;
import org.curtail.sim.PoissonArrivals;

/** Runs of policies on the same simulated servers. Each repeat has other requests. */
final class LoadRuns {
  /**
   * Divisor of the number of requests: this share of first requests does not count, because they
   * meet empty servers.
   */
  private static final int WARM_UP_SHARE = 10;

  private final LoadSetting setting;
  private final ServiceTimes times;
  private final double percentile;
  private final Map<Integer, ReplicaTrace> traces = new HashMap<>();
  private final Map<Integer, ReissueObservation> without = new HashMap<>();

  LoadRuns(LoadSetting setting, ServiceTimes times, double percentile) {
    this.setting = setting;
    this.times = times;
    this.percentile = percentile;
  }

  /** Runs without copies. */
  ReissueObservation without(int repeat) {
    return without.computeIfAbsent(repeat, it -> simulate(ReissuePolicy.NONE, it));
  }

  /** Runs with the copies of a policy. */
  ReissueObservation with(ReissuePolicy policy, int repeat) {
    return policy.equals(ReissuePolicy.NONE) ? without(repeat) : simulate(policy, repeat);
  }

  private ReissueObservation simulate(ReissuePolicy policy, int repeat) {
    StopSignal.check("stopped in the simulation; no plan was written");
    ReplicaTrace trace =
        traces.computeIfAbsent(
            repeat,
            it ->
                ReplicaTrace.draw(
                    new PoissonArrivals(setting.rps()),
                    times,
                    setting.requests(),
                    setting.seed() + it));
    return setting
        .simulation()
        .reissuing(policy)
        .run(trace)
        .afterWarmUp(setting.requests() / WARM_UP_SHARE)
        .observation(percentile);
  }
}
