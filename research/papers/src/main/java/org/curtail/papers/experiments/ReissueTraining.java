package org.curtail.papers.experiments;

import org.curtail.reissue.AttemptTimes;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePlanner;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.reissue.plan.LoadFeedback;
import org.curtail.reissue.plan.LoadFeedback.FeedbackStep;
import org.curtail.replicas.CopyBudget;
import org.curtail.replicas.ObservedAttempts;
import org.curtail.replicas.ReplicaResult;

/**
 * Plans for a scenario, from runs with other requests than the measured ones, like a log of the
 * past.
 *
 * @param requests requests in each run
 * @param seed seed of all runs
 */
record ReissueTraining(ReplicaScenario scenario, int requests, long seed) {
  private static final int WARM_UP = 10;
  private static final int HALVINGS = 8;

  /** Factor on the budget at which a client stops sending copies. */
  private static final double SLACK = 1.25;

  /** Copies that may be sent in a burst. */
  private static final double BURST = 50;

  /** Returns the client's own limit on copies, as in the live client. */
  static CopyBudget bucket(ReissueGoal goal) {
    return new CopyBudget.TokenBucket(SLACK * goal.budget(), BURST);
  }

  private ReplicaResult run(ReissuePolicy policy, CopyBudget budget) {
    ReplicaResult whole =
        scenario.service().reissuing(policy).within(budget).run(scenario.trace(requests, seed));
    return whole.afterWarmUp(requests / WARM_UP);
  }

  private ReplicaResult run(ReissuePolicy policy) {
    return run(policy, CopyBudget.UNLIMITED);
  }

  /** Returns the times of both copies of every request; without queues copies make no load. */
  AttemptTimes pairs() {
    ObservedAttempts observed = run(ReissuePolicy.singleD(0)).observed();
    return AttemptTimes.paired(observed.pairedFirstMillis(), observed.pairedSecondMillis());
  }

  /**
   * Returns SingleR under load, by iteration: the policy with the least observed tail, or none if
   * that is best.
   */
  ReissuePolicy singleR(ReissueGoal goal) {
    LoadFeedback feedback = LoadFeedback.iterate(goal);
    while (feedback.step() instanceof FeedbackStep.Run next) {
      feedback = feedback.observe(run(next.policy(), bucket(goal)).observation(goal.percentile()));
    }
    return switch (feedback.step()) {
      case FeedbackStep.Accepted accepted -> accepted.best().policy();
      case FeedbackStep.Refused refused -> refused.without().policy();
      case FeedbackStep.Run run -> throw new IllegalStateException("no verdict: " + run);
    };
  }

  /** Returns SingleR from a log without copies, without knowledge of their load. */
  ReissuePolicy singleRPlannedOnce(ReissueGoal goal) {
    return ReissuePlanner.singleR(run(ReissuePolicy.NONE).observed().attemptTimes(), goal).policy();
  }

  /** Returns SingleD under load: the least delay within the budget, by bisection. */
  ReissuePolicy singleD(ReissueGoal goal) {
    double tooSoon = 0;
    double late = run(ReissuePolicy.NONE).percentileMillis(100 * (1 - goal.budget()));
    while (spent(late, goal) > goal.budget()) {
      tooSoon = late;
      late *= 2;
    }
    for (int i = 0; i < HALVINGS; i++) {
      double middle = (tooSoon + late) / 2;
      if (spent(middle, goal) > goal.budget()) {
        tooSoon = middle;
      } else {
        late = middle;
      }
    }
    return ReissuePolicy.singleD(late);
  }

  private double spent(double delayMillis, ReissueGoal goal) {
    return run(ReissuePolicy.singleD(delayMillis), bucket(goal)).reissueFraction();
  }
}
