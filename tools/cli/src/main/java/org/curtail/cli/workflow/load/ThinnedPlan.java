package org.curtail.cli.workflow.load;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.workflow.CatchUp;
import org.curtail.workflow.StagePlan;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowGoal;
import org.curtail.workflow.WorkflowPlan;

/** Plans with the same delays and lower probabilities: the simplest way to lower a plan's load. */
public final class ThinnedPlan {
  private ThinnedPlan() {}

  /**
   * A plan that sends each copy with less probability, including copies of late requests.
   *
   * @param share share of the copies that remain: 0 to 1
   */
  public static WorkflowPlan of(WorkflowPlan plan, double share) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("share must be from 0 to 1: " + share);
    }
    var stages = new ArrayList<StagePlan>();
    for (StagePlan stage : plan.stages()) {
      stages.add(
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
        stages,
        thinned(plan.catchUp(), share));
  }

  /**
   * A planner for {@link WorkflowFeedback}: a plan for less budget is the same one with lower
   * probabilities. The planner ignores observed times.
   */
  public static BiFunction<Workflow, WorkflowGoal, WorkflowPlan> planner(WorkflowPlan plan) {
    double budget = plan.goal().budget();
    return (seen, goal) -> of(plan, budget == 0 ? 0 : Math.min(1, goal.budget() / budget));
  }

  private static CatchUp thinned(CatchUp catchUp, double share) {
    if (!(catchUp instanceof CatchUp.GlobalReissue global)) {
      return catchUp;
    }
    Map<String, ReissuePolicy> policies = new HashMap<>();
    global.policies().forEach((stage, policy) -> policies.put(stage, thinned(policy, share)));
    return new CatchUp.GlobalReissue(global.afterMillis(), policies);
  }

  private static ReissuePolicy thinned(ReissuePolicy policy, double share) {
    List<Reissue> copies =
        policy.reissues().stream()
            .map(copy -> new Reissue(copy.delayMillis(), copy.probability() * share))
            .toList();
    return new ReissuePolicy(copies);
  }
}
