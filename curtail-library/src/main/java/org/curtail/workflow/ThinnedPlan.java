package org.curtail.workflow;

import java.util.ArrayList;
import java.util.List;
import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissuePolicy;

/** The same delays with lower probabilities: the plainest way to lower a plan's load. */
public final class ThinnedPlan {
  private ThinnedPlan() {}

  /**
   * A plan that sends each copy with less probability.
   *
   * @param share of the copies that are left: 0 to 1
   */
  public static WorkflowPlan of(WorkflowPlan plan, double share) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("share must be from 0 to 1: " + share);
    }
    var thinned = new ArrayList<StagePlan>();
    for (StagePlan stage : plan.stages()) {
      thinned.add(
          new StagePlan(
              stage.stage(),
              thinned(stage.policy(), share),
              stage.reissueFraction() * share,
              stage.partial(),
              stage.loss()));
    }
    WorkflowGoal goal = plan.goal();
    return new WorkflowPlan(
        plan.workflow(),
        new WorkflowGoal(goal.percentile(), goal.budget() * share, goal.loss()),
        thinned,
        plan.catchUp());
  }

  private static ReissuePolicy thinned(ReissuePolicy policy, double share) {
    List<Reissue> copies =
        policy.reissues().stream()
            .map(copy -> new Reissue(copy.delayMillis(), copy.probability() * share))
            .toList();
    return new ReissuePolicy(copies);
  }
}
