package org.curtail.benchkit.workflow;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.curtail.benchkit.terminal.NearestName;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowGoal;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.plan.BudgetSplit;
import org.curtail.workflow.plan.WorkflowCurves;

/** Names of contenders on a workflow. */
public enum WorkflowPolicy {
  /** No copies; all stages wait for all answers. */
  NONE,
  /** The plan under test. */
  PLAN,
  /**
   * Each stage spends the same cost on copies, by its best policy with one copy; the total is the
   * plan's budget.
   */
  EQUAL_BUDGET,
  /**
   * Each stage sends copies of the same share of its calls; the total cost is the plan's budget.
   */
  EQUAL_FRACTION,
  /** Time-outs with one retry, as set by hand. */
  TIME_OUTS;

  /** Usual percentile of a time-out against hanging calls. */
  public static final double TIME_OUT_PERCENTILE = 99.9;

  /** The default contenders. */
  public static final List<WorkflowPolicy> USUAL = List.of(NONE, PLAN, EQUAL_BUDGET, TIME_OUTS);

  /** As on the command line: {@code equal-budget}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns all names. */
  public static List<String> names() {
    return Stream.of(values()).map(WorkflowPolicy::toString).toList();
  }

  /**
   * Returns the policy of a name.
   *
   * @throws IllegalArgumentException if no policy has this name; the message lists all names
   */
  public static WorkflowPolicy named(String name) {
    return Stream.of(values())
        .filter(policy -> policy.toString().equals(name))
        .findFirst()
        .orElseThrow(() -> NearestName.unknown(name, names()));
  }

  /**
   * Returns the contenders of policies.
   *
   * @param plan the plan under test; other contenders have its budget
   * @throws IllegalArgumentException if the plan cannot be measured; the message gives the reason
   */
  public static List<WorkflowContender> contenders(
      List<WorkflowPolicy> policies, Workflow workflow, WorkflowPlan plan) {
    var contenders = new ArrayList<WorkflowContender>();
    for (WorkflowPolicy policy : policies) {
      String name = policy.toString();
      contenders.add(
          switch (policy) {
            case NONE -> new WorkflowContender.Planned(name, WorkflowPlan.none(workflow));
            case PLAN -> new WorkflowContender.Planned(name, plan);
            case EQUAL_BUDGET -> split(name, BudgetSplit.equalBudget(), workflow, plan.goal());
            case EQUAL_FRACTION -> split(name, BudgetSplit.equalFraction(), workflow, plan.goal());
            case TIME_OUTS -> new WorkflowContender.TimeOuts(name, TIME_OUT_PERCENTILE);
          });
    }
    return contenders;
  }

  /** Returns a plan for the same percentile and budget, without loss. */
  private static WorkflowContender split(
      String name, BudgetSplit split, Workflow workflow, WorkflowGoal goal) {
    var same = WorkflowGoal.reissue(goal.percentile(), goal.budget());
    return new WorkflowContender.Planned(name, split.plan(WorkflowCurves.of(workflow), same));
  }
}
