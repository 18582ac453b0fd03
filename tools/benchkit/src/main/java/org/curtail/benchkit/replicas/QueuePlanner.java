package org.curtail.benchkit.replicas;

import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePlan;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.reissue.plan.LoadFeedback;
import org.curtail.reissue.plan.LoadFeedback.FeedbackStep;
import org.curtail.replicas.ReplicaChoice;
import org.curtail.replicas.ReplicaResult;
import org.curtail.replicas.ReplicaSimulation;
import org.curtail.replicas.ReplicaTrace;
import org.curtail.replicas.Replicas;
import org.curtail.sim.PoissonArrivals;

/**
 * Plans from recorded service times under a load. Queues and the load of copies are simulated. The
 * simulated servers have a core each, and finish copies that have lost.
 */
final class QueuePlanner implements CopyPlanner {
  private static final int REQUESTS = 40_000;

  /** Number of first requests that do not count, since they meet empty servers. */
  private static final int WARM_UP = REQUESTS / 10;

  private final ReplicaSimulation replicas;
  private final ReplicaTrace trace;
  private final ReplicaResult without;

  QueuePlanner(ReplicaSetting setting, double load) {
    replicas =
        ReplicaSimulation.of(
            Replicas.of(setting.replicas(), setting.slots()),
            switch (setting.choice()) {
              case RANDOM -> ReplicaChoice.RANDOM;
              case ROUND_ROBIN -> ReplicaChoice.ROUND_ROBIN;
            });
    trace =
        ReplicaTrace.draw(
            new PoissonArrivals(setting.perSecond(load)),
            setting.times().serviceTimes(),
            REQUESTS,
            setting.seed());
    without = run(ReissuePolicy.NONE);
  }

  private ReplicaResult run(ReissuePolicy policy) {
    return replicas.reissuing(policy).run(trace).afterWarmUp(WARM_UP);
  }

  @Override
  public double percentileMillis(double percentile) {
    return without.percentileMillis(percentile);
  }

  @Override
  public ReissuePlan singleD(ReissueGoal goal) {
    return plan(LoadFeedback.iterateSingleD(goal), goal);
  }

  @Override
  public ReissuePlan singleR(ReissueGoal goal) {
    return plan(LoadFeedback.iterate(goal), goal);
  }

  private ReissuePlan plan(LoadFeedback begun, ReissueGoal goal) {
    LoadFeedback feedback = begun;
    while (feedback.step() instanceof FeedbackStep.Run next) {
      feedback = feedback.observe(run(next.policy()).observation(goal.percentile()));
    }
    ReissuePolicy policy =
        feedback.step() instanceof FeedbackStep.Accepted accepted
            ? accepted.best().policy()
            : ReissuePolicy.NONE;
    ReplicaResult with = run(policy);
    return new ReissuePlan(
        goal,
        policy,
        with.reissueFraction(),
        with.percentileMillis(goal.percentile()),
        percentileMillis(goal.percentile()),
        0);
  }
}
