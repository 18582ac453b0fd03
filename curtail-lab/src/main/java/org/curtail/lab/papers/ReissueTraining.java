package org.curtail.lab.papers;

import org.curtail.reissue.AttemptTimes;
import org.curtail.reissue.FeedbackStep;
import org.curtail.reissue.LoadFeedback;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissueIteration;
import org.curtail.reissue.ReissuePlanner;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.replicas.ObservedAttempts;
import org.curtail.replicas.ReplicaResult;

/**
 * Plans for a scenario, from runs with other requests than those that are measured: whoever plans
 * knows a log of the past only.
 *
 * @param requests of each run
 * @param seed of all runs
 */
record ReissueTraining(ReplicaScenario scenario, int requests, long seed) {
  private static final int WARM_UP = 10;
  private static final int DELAY_ROUNDS = 8;
  private static final double DAMPING = 0.5;

  private ReplicaResult run(ReissuePolicy policy) {
    ReplicaResult whole =
        scenario.service().reissuing(policy).run(scenario.trace(requests, seed));
    return whole.afterWarmUp(requests / WARM_UP);
  }

  /** Times of both copies of every request, as copies make no load where nobody waits. */
  AttemptTimes pairs() {
    ObservedAttempts observed = run(ReissuePolicy.singleD(0)).observed();
    return AttemptTimes.paired(observed.pairedFirstMillis(), observed.pairedSecondMillis());
  }

  /**
   * SingleR under load, by iteration: the policy whose observed tail was the least, none if that is
   * best.
   */
  ReissuePolicy singleR(ReissueGoal goal) {
    LoadFeedback feedback = ReissueIteration.of(goal);
    while (feedback.step() instanceof FeedbackStep.Run next) {
      feedback = feedback.observe(run(next.policy()).observation(goal.percentile()));
    }
    return switch (feedback.step()) {
      case FeedbackStep.Accepted accepted -> accepted.best().policy();
      case FeedbackStep.Refused refused -> refused.without().policy();
      case FeedbackStep.Run run -> throw new IllegalStateException("no verdict: " + run);
    };
  }

  /** SingleD under load: the delay that as many requests exceed as the budget has, by iteration. */
  ReissuePolicy singleD(ReissueGoal goal) {
    double delay = affordable(run(ReissuePolicy.NONE), goal);
    for (int round = 0; round < DELAY_ROUNDS; round++) {
      ReplicaResult result = run(ReissuePolicy.singleD(delay));
      delay += DAMPING * (affordable(result, goal) - delay);
    }
    return ReissuePolicy.singleD(delay);
  }

  private static double affordable(ReplicaResult result, ReissueGoal goal) {
    return ReissuePlanner.singleD(AttemptTimes.independent(result.observed().firstMillis()), goal)
        .policy()
        .reissues()
        .getFirst()
        .delayMillis();
  }
}
