package org.curtail.cli.workflow.load;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.workflow.CatchUp;
import org.curtail.workflow.StagePlan;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowGoal;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.load.WorkflowLoad;
import org.curtail.workflow.load.WorkflowTraffic;

/**
 * Global reissue (Kwiken, section 4.3): a part of the budget, 1/30 to 1/6 in the paper, is for
 * copies of calls of late requests. This part is split over the stages like the rest. If a stage
 * copies some of its calls, it copies several times as many of its late calls.
 */
public final class GlobalReissues {
  /** Factors on the copies of late calls; infinite for copies of all late calls, at once. */
  private static final List<Double> EAGERNESS = List.of(3.0, 10.0, Double.POSITIVE_INFINITY);

  private GlobalReissues() {}

  /**
   * Returns the policies of stages for late requests. A stage with copies sends them more often,
   * with a shorter delay.
   *
   * @param plan plan whose fractions are the split
   * @param eagerness factor for the copies: at least 1, may be infinite
   * @return by stage; stages without copies are left out
   */
  public static Map<String, ReissuePolicy> policies(
      Workflow workflow, WorkflowPlan plan, double eagerness) {
    if (!(eagerness >= 1)) {
      throw new IllegalArgumentException("eagerness must be at least 1: " + eagerness);
    }
    Map<String, ReissuePolicy> policies = new HashMap<>();
    for (StagePlan stage : plan.stages()) {
      if (stage.reissueFraction() > 0) {
        double share = Math.min(1, eagerness * stage.reissueFraction());
        double[] times = workflow.stage(stage.stage()).times().firstMillis();
        policies.put(stage.stage(), ReissuePolicy.singleD(delayMillis(times, share)));
      }
    }
    return policies;
  }

  /** Returns the least delay that at most this share of the times exceeds. */
  private static double delayMillis(double[] times, double share) {
    if (share >= 1) {
      return 0;
    }
    Arrays.sort(times);
    int late = (int) (share * times.length);
    return times[times.length - 1 - late];
  }

  /**
   * Returns a plan with global reissue. Of several factors, it has the one with the least tail.
   * Each factor applies after a time such that its part of the budget is enough.
   *
   * @param planner makes plans for the rest of the budget
   * @param goal goal of the plan; its budget is for both kinds of copies
   * @param share share of the budget for late requests: above 0, below 1
   * @param load servers and rate
   */
  public static WorkflowPlan plan(
      BiFunction<Workflow, WorkflowGoal, WorkflowPlan> planner,
      WorkflowGoal goal,
      double share,
      WorkflowLoad load,
      WorkflowTraffic traffic) {
    if (!(share > 0 && share < 1)) {
      throw new IllegalArgumentException("share must be above 0 and below 1: " + share);
    }
    Workflow workflow = load.workflow();
    WorkflowPlan local =
        planner.apply(
            workflow,
            new WorkflowGoal(goal.percentile(), goal.budget() * (1 - share), goal.loss()));
    WorkflowPlan best = new WorkflowPlan(local.workflow(), goal, local.stages(), CatchUp.NONE);
    double leastMillis = load.run(best, traffic).percentileMillis(goal.percentile());
    for (double eagerness : EAGERNESS) {
      Map<String, ReissuePolicy> policies = policies(workflow, local, eagerness);
      CatchUpTime time =
          CatchUpTime.within(
              goal.budget() * share,
              after -> new CatchUp.GlobalReissue(after, policies),
              load,
              local,
              traffic);
      var plan =
          new WorkflowPlan(
              local.workflow(),
              goal,
              local.stages(),
              new CatchUp.GlobalReissue(time.afterMillis(), policies));
      double millis = load.run(plan, traffic).percentileMillis(goal.percentile());
      if (millis < leastMillis) {
        leastMillis = millis;
        best = plan;
      }
    }
    return best;
  }
}
