package org.curtail.app.reissue;

import java.util.ArrayList;
import java.util.List;
import org.curtail.measurement.terminal.StopSignal;
import org.curtail.measurement.text.Numbers;
import org.curtail.reissue.FeedbackStep;
import org.curtail.reissue.LoadFeedback;
import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissueForecast;
import org.curtail.reissue.ReissueIteration;
import org.curtail.reissue.ReissueObservation;
import org.curtail.reissue.ReissuePlan;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.reissue.ReissueTrial;
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

  static LoadCheck of(LoadSetting setting, ServiceTimes times, ReissuePlan plan) {
    setting.requireCarried(times);
    ReplicaTrace trace =
        ReplicaTrace.draw(
            new PoissonArrivals(setting.rps()), times, setting.requests(), setting.seed());
    ReissueObservation without = observe(setting, trace, plan, ReissuePolicy.NONE);
    ReissueObservation planned = observe(setting, trace, plan, plan.policy());
    LoadFeedback feedback = ReissueIteration.of(plan.goal());
    while (feedback.step() instanceof FeedbackStep.Run run) {
      StopSignal.check("stopped in the simulation; no plan was written");
      feedback =
          feedback.observe(
              run.policy().equals(ReissuePolicy.NONE)
                  ? without
                  : observe(setting, trace, plan, run.policy()));
    }
    return new LoadCheck(
        setting,
        times,
        feedback.trials().getFirst(),
        new ReissueTrial(
            plan.goal().budget(),
            plan.policy(),
            ReissueForecast.of(without.times(), plan.policy())
                .percentileMillis(plan.goal().percentile()),
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
    return result.observation(plan.goal().percentile());
  }

  /** All runs, in the order in which they are told. */
  List<ReissueTrial> trials() {
    var trials = new ArrayList<ReissueTrial>();
    trials.add(without);
    trials.add(asPlanned);
    trials.addAll(feedback.trials().subList(1, feedback.trials().size()));
    return trials;
  }

  /** Whether the plan helps under this load, as the log gave it. */
  boolean holds() {
    return feedback.step() instanceof FeedbackStep.Accepted
        && asPlanned.observedMillis() < without.observedMillis();
  }

  /** Why it does or does not. */
  String reason() {
    return switch (feedback.step()) {
      case FeedbackStep.Refused refused -> refused.reason();
      case FeedbackStep.Accepted accepted -> holds() ? accepted.reason() : harm(accepted.best());
      case FeedbackStep.Run run -> throw new AssertionError(run);
    };
  }

  private String harm(ReissueTrial better) {
    Reissue copy = better.policy().reissues().getFirst();
    return "It makes the tail %s, which is %s without copies. What holds there is to send one after %s with probability %s: %s."
        .formatted(
            Double.isInfinite(asPlanned.observedMillis())
                ? "endless"
                : Numbers.time(asPlanned.observedMillis()),
            Numbers.time(without.observedMillis()),
            Numbers.time(copy.delayMillis()),
            Numbers.significant(copy.probability()),
            Numbers.time(better.observedMillis()));
  }
}
