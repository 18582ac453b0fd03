package org.curtail.benchkit.workflow;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.curtail.benchkit.terminal.NearestName;
import org.curtail.workflow.BudgetSplit;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowCurves;
import org.curtail.workflow.WorkflowGoal;
import org.curtail.workflow.WorkflowPlan;

/** Contenders on a workflow, by name. */
public enum WorkflowPolicy {
  /** No copies, and all stages wait for all. */
  NONE,
  /** The plan under test. */
  PLAN,
  /**
   * Every stage may spend the same on copies, each with its best single copy; the plan's budget in
   * all.
   */
  EQUAL_BUDGET,
  /** Every stage may copy the same share of its calls; the plan's budget in all. */
  EQUAL_FRACTION,
  /** Time-outs with one retry, as set by hand. */
  TIME_OUTS;

  /** Usual percentile of a time-out that should only end calls that hang. */
  public static final double TIME_OUT_PERCENTILE = 99.9;

  /** The contenders if the user names none. */
  public static final List<WorkflowPolicy> USUAL = List.of(NONE, PLAN, EQUAL_BUDGET, TIME_OUTS);

  /** As on the command line: {@code equal-budget}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The names of all. */
  public static List<String> names() {
    return Stream.of(values()).map(WorkflowPolicy::toString).toList();
  }

  /**
   * The policy of a name.
   *
   * @throws IllegalArgumentException if there is none; the message lists all names
   */
  public static WorkflowPolicy named(String name) {
    return Stream.of(values())
        .filter(policy -> policy.toString().equals(name))
        .findFirst()
        .orElseThrow(() -> NearestName.unknown(name, names()));
  }

  /**
   * Makes contenders of policies.
   *
   * @param plan for the workflow; the others have its budget
   * @throws IllegalArgumentException if the plan cannot be measured here; the message gives the
   *     reason
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

  /** A plan for the same percentile and budget, without any loss. */
  private static WorkflowContender split(
      String name, BudgetSplit split, Workflow workflow, WorkflowGoal goal) {
    var same = WorkflowGoal.reissue(goal.percentile(), goal.budget());
    return new WorkflowContender.Planned(name, split.plan(WorkflowCurves.of(workflow), same));
  }
}
