package org.curtail.papers.experiments;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.curtail.benchkit.text.Numbers;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.workflow.CatchUp;
import org.curtail.workflow.PartialAnswer;
import org.curtail.workflow.PlanOptions;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StagePlan;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowGoal;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.plan.BudgetSplit;
import org.curtail.workflow.plan.Realisation;
import org.curtail.workflow.plan.WorkflowCurves;
import org.curtail.workflow.plan.WorkflowPlanner;

/** The compared plans of reissue, all from the training days of one workflow. */
record KwikenPlans(WorkflowCurves curves) {
  static final double PERCENTILE = 99;

  /** The paper's plan: SumVar on hulls, and a time-out for each stage. */
  static final String SUM_VAR = "SumVar";

  /** Our plan: the exact split of the same hulls, and SingleR for each stage. */
  static final String HULL_FILL = "exact, SingleR";

  static final String EQUAL_FRACTION = "equal fraction";
  static final String EQUAL_BUDGET = "equal budget";
  static final String SLOWEST = "slowest stage only";
  static final String HAND_SET = "hand-set time-outs";
  static final String ALL_TWICE = "everything twice";
  static final String BY_MEAN = "SumVar weighted by mean latency";
  static final String BY_CRITICALITY = "exact, weighted by critical path";

  /** Cost of copies with the hand-set time-outs of Bing's developers. */
  static final double HAND_SET_BUDGET = 0.002;

  private static final int HALVINGS = 40;
  private static final double MOST_MEDIANS = 1e6;

  static KwikenPlans of(Workflow training) {
    return new KwikenPlans(WorkflowCurves.of(training));
  }

  /** Returns a policy at a budget in percent. */
  static String at(String policy, double budgetPercent) {
    return "%s, %s %%".formatted(policy, Numbers.plain(budgetPercent));
  }

  static WorkflowGoal goal(double budgetPercent) {
    return WorkflowGoal.reissue(PERCENTILE, budgetPercent / 100);
  }

  WorkflowPlan sumVar(double budgetPercent) {
    return timeOuts(BudgetSplit.sumVar(), budgetPercent);
  }

  WorkflowPlan hullFill(double budgetPercent) {
    return BudgetSplit.leastVariance().plan(curves, goal(budgetPercent), Realisation.SINGLE_R);
  }

  WorkflowPlan equalFraction(double budgetPercent) {
    return timeOuts(BudgetSplit.equalFraction(), budgetPercent);
  }

  WorkflowPlan equalBudget(double budgetPercent) {
    return timeOuts(BudgetSplit.equalBudget(), budgetPercent);
  }

  WorkflowPlan slowestStage(double budgetPercent) {
    return timeOuts(BudgetSplit.slowestStage(), budgetPercent);
  }

  private WorkflowPlan timeOuts(BudgetSplit split, double budgetPercent) {
    return split.plan(curves, goal(budgetPercent), Realisation.TIME_OUT);
  }

  /** Every stage sends every call twice at once: a budget of 100 %. */
  WorkflowPlan allTwice() {
    return timeOuts(BudgetSplit.equalFraction(), 100);
  }

  /** The paper's first weighted form. */
  WorkflowPlan byMean(double budgetPercent) {
    List<Double> means =
        curves.curves().stream()
            .map(curve -> Math.max(1e-9, curve.without().meanMillis()))
            .toList();
    return timeOuts(BudgetSplit.leastVariance(means), budgetPercent);
  }

  /** The paper's second weighted form. */
  WorkflowPlan byCriticality(double budgetPercent, int requests, long seed) {
    PlanOptions options =
        PlanOptions.DEFAULT.weightedByCriticality().simulating(Math.max(1_000, requests), seed);
    return WorkflowPlanner.plan(curves, goal(budgetPercent), options);
  }

  /**
   * Returns hand-set time-outs: one multiple of the median for all stages, so large that copies
   * cost almost nothing.
   */
  WorkflowPlan handSet() {
    List<double[]> ascending =
        curves.workflow().stages().stream()
            .map(stage -> {
              double[] millis = stage.times().firstMillis();
              Arrays.sort(millis);
              return millis;
            })
            .toList();
    double fewest = 1;
    double most = MOST_MEDIANS;
    for (int i = 0; i < HALVINGS; i++) {
      double medians = Math.sqrt(fewest * most);
      if (curves.workflow().budgetUsed(shares(ascending, medians)) > HAND_SET_BUDGET) {
        fewest = medians;
      } else {
        most = medians;
      }
    }
    return handSet(ascending, most);
  }

  private static double[] shares(List<double[]> ascending, double medians) {
    return ascending.stream()
        .mapToDouble(millis -> shareAfter(millis, medians * median(millis)))
        .toArray();
  }

  private WorkflowPlan handSet(List<double[]> ascending, double medians) {
    double[] shares = shares(ascending, medians);
    var stages = new ArrayList<StagePlan>();
    for (int s = 0; s < shares.length; s++) {
      Stage stage = curves.workflow().stages().get(s);
      ReissuePolicy policy = ReissuePolicy.singleD(medians * median(ascending.get(s)));
      stages.add(new StagePlan(stage.name(), policy, shares[s], PartialAnswer.NONE, 0));
    }
    return new WorkflowPlan(
        curves.workflow().name(), goal(100 * HAND_SET_BUDGET), stages, CatchUp.NONE);
  }

  private static double median(double[] ascending) {
    return ascending[ascending.length / 2];
  }

  /** Returns the share of times above a limit. */
  private static double shareAfter(double[] ascending, double limit) {
    int low = 0;
    int high = ascending.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (ascending[middle] <= limit) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return (double) (ascending.length - low) / ascending.length;
  }
}
