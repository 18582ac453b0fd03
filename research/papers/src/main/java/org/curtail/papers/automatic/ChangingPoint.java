package org.curtail.papers.automatic;

import java.util.List;
import java.util.Map;
import org.curtail.automatic.PilotEvent;
import org.curtail.benchkit.policyruns.Rate;
import org.curtail.papers.automatic.AutomaticSetting.Demand;
import org.curtail.sim.Arrivals;
import org.curtail.sim.Trace;
import org.curtail.sim.Traces;

/**
 * A service under a changing load. The policy automatic begins without knowledge. The best with
 * hindsight is the best fixed policy.
 *
 * @param demand name of the demand
 * @param seconds length of a run in seconds
 * @param falseAlarms number of noticed changes, though the service does not change
 * @param days length of all runs together in days
 */
record ChangingPoint(
    String demand,
    int cores,
    LoadShape shape,
    double seconds,
    int requests,
    Comparison comparison,
    int falseAlarms,
    double days) {
  /**
   * Least length of a run in seconds. With it, each step and each hour of the day is longer than
   * the time of a plan.
   */
  private static final double LEAST_SECONDS = 1500;

  /** Returns the name of the place: {@code steps, 15 cores}. */
  String place() {
    return "%s, %s".formatted(shape.words(), Words.cores(cores));
  }

  /** Measures a point. */
  static ChangingPoint measure(
      AutomaticSetting setting,
      Demand demand,
      int cores,
      LoadShape shape,
      Hindsight hindsight,
      Plans plans) {
    double capacity = Rate.capacity(demand.profile(), cores);
    double perSecond = shape.meanLoad() * capacity;
    double seconds = Math.max(LEAST_SECONDS, setting.requests() / perSecond);
    int requests = (int) Math.ceil(seconds * perSecond);
    Arrivals arrivals = shape.arrivals(capacity, seconds);
    List<Trace> traces =
        setting.seeds().stream()
            .map(seed -> Traces.draw(arrivals, demand.profile(), requests, seed))
            .toList();
    // A changing load differs from part to part, so all policies are simulated on half of it.
    Map<String, List<Served>> served =
        SteadyPoint.fixed(hindsight, demand.profile(), cores, traces, requests / 2);
    List<LearningRun> runs = SteadyPoint.learning(setting, demand.profile(), cores, traces, plans);
    var windows = new Windows(requests, Comparison.WINDOWS);
    String best = Hindsight.best(windows, served, Comparison.WINDOWS / 2);
    var clock = new Clock(traces);
    return new ChangingPoint(
        demand.name(),
        cores,
        shape,
        seconds,
        requests,
        Comparison.of(
            runs.stream().map(LearningRun::served).toList(),
            SteadyPoint.of(served, Hindsight.SEQUENTIAL),
            best,
            SteadyPoint.of(served, best),
            clock,
            setting.seed()),
        runs.stream().mapToInt(run -> run.count(PilotEvent.Drifted.class)).sum(),
        clock.days());
  }
}
