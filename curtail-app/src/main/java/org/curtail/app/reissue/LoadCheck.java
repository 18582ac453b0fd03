package org.curtail.app.reissue;

import java.util.ArrayList;
import java.util.List;
import org.curtail.measurement.terminal.StopSignal;
import org.curtail.reissue.AttemptTimes;
import org.curtail.reissue.FeedbackStep;
import org.curtail.reissue.LoadFeedback;
import org.curtail.reissue.ReissueForecast;
import org.curtail.reissue.ReissueIteration;
import org.curtail.reissue.ReissueObservation;
import org.curtail.reissue.ReissuePlan;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.reissue.ReissueTrial;
import org.curtail.replicas.ObservedAttempts;
import org.curtail.replicas.ReplicaResult;
import org.curtail.replicas.ReplicaTrace;
import org.curtail.replicas.ServiceTimes;
import org.curtail.sim.PoissonArrivals;

/**
 * A plan under simulated load: first as it is, then planned anew from what is seen until prediction
 * and observation agree.
 *
 * @param setting the servers and the load
 * @param times that requests take there
 * @param without the run without copies
 * @param asPlanned the run with the plan as the log gave it
 * @param feedback the runs that plan anew, and their verdict
 */
record LoadCheck(
    LoadSetting setting,
    ServiceTimes times,
    ReissueTrial without,
    ReissueTrial asPlanned,
    LoadFeedback feedback) {
  /** Of each run, the first requests meet empty servers. */
  private static final int WARM_UP_SHARE = 10;

  /** From so many second attempts on, they tell how long such take. */
  private static final int ENOUGH_COPIES = 100;

  static LoadCheck of(LoadSetting setting, ServiceTimes times, ReissuePlan plan) {
    setting.requireCarried(times);
    ReplicaTrace trace =
        ReplicaTrace.draw(
            new PoissonArrivals(setting.rps()), times, setting.requests(), setting.seed());
    LoadFeedback feedback = ReissueIteration.of(plan.goal());
    while (feedback.step() instanceof FeedbackStep.Run run) {
      StopSignal.check("stopped in the simulation; no plan was written");
      feedback = feedback.observe(observe(setting, trace, plan, run.policy()));
    }
    ReissueTrial without = feedback.trials().getFirst();
    ReissueObservation planned = observe(setting, trace, plan, plan.policy());
    AttemptTimes unloaded = observe(setting, trace, plan, ReissuePolicy.NONE).times();
    return new LoadCheck(
        setting,
        times,
        without,
        new ReissueTrial(
            plan.goal().budget(),
            plan.policy(),
            ReissueForecast.of(unloaded, plan.policy()).percentileMillis(plan.goal().percentile()),
            planned.tailMillis(),
            planned.reissueFraction()),
        feedback);
  }

  private static ReissueObservation observe(
      LoadSetting setting, ReplicaTrace trace, ReissuePlan plan, ReissuePolicy policy) {
    ReplicaResult result =
        setting
            .simulation()
            .reissuing(policy)
            .run(trace)
            .afterWarmUp(setting.requests() / WARM_UP_SHARE);
    return new ReissueObservation(
        result.keptUp()
            ? result.percentileMillis(plan.goal().percentile())
            : Double.POSITIVE_INFINITY,
        result.reissueFraction(),
        times(result.observed()));
  }

  /**
   * Second attempts of slow requests are what a forecast wants: how long a copy takes if the first
   * attempt is late. Where there are few, they are taken to be like first ones.
   */
  private static AttemptTimes times(ObservedAttempts observed) {
    double[] seconds = observed.secondMillis();
    return seconds.length < ENOUGH_COPIES
        ? AttemptTimes.independent(observed.firstMillis())
        : AttemptTimes.independent(observed.firstMillis(), seconds);
  }

  /** All runs, in the order in which they are told. */
  List<ReissueTrial> trials() {
    var trials = new ArrayList<ReissueTrial>();
    trials.add(without);
    trials.add(asPlanned);
    trials.addAll(feedback.trials().subList(1, feedback.trials().size()));
    return trials;
  }

  /** Whether some plan for this budget helps under this load. */
  boolean holds() {
    return feedback.step() instanceof FeedbackStep.Accepted;
  }

  /** Why it does or does not. */
  String reason() {
    return switch (feedback.step()) {
      case FeedbackStep.Accepted accepted -> accepted.reason();
      case FeedbackStep.Refused refused -> refused.reason();
      case FeedbackStep.Run run -> throw new AssertionError(run);
    };
  }
}
