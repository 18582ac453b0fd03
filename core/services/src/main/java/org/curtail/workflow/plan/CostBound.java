package org.curtail.workflow.plan;

import java.util.List;
import org.curtail.reissue.Reissue;
import org.curtail.workflow.ResponderTraces;
import org.curtail.workflow.Responders;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StagePlan;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.estimate.VisitMoments;

/**
 * The cost of copies and its uncertainty, since the plan was made from a sample. The uncertainty is
 * the bootstrap in closed form: in a resample of n times, the number of times beyond the delay is
 * binomial. Stages are independent of each other, so the squares of their deviations add up.
 *
 * @param budgetUsed predicted cost of all copies, as a share of the cost of all original visits
 * @param deviation standard deviation of that cost
 */
public record CostBound(double budgetUsed, double deviation) {
  /** Returns the cost of a plan for the workflow of these curves. */
  public static CostBound of(WorkflowCurves curves, WorkflowPlan plan) {
    plan.requireFits(curves.workflow());
    double[] fractions = WorkflowCurves.fractions(plan);
    double[] costs = curves.costs().ofAll(fractions);
    List<Stage> stages = curves.workflow().stages();
    double variance = 0;
    for (int s = 0; s < costs.length; s++) {
      double deviation = deviation(stages.get(s), plan.stages().get(s));
      double ofBudget = deviation * costs[s] / curves.costs().first();
      variance += ofBudget * ofBudget;
    }
    return new CostBound(curves.costs().budgetUsed(fractions), Math.sqrt(variance));
  }

  /**
   * Returns the cost at a number of standard deviations above the mean. A normal variable exceeds
   * 1.645 deviations with a probability of 5 %.
   */
  public double most(double deviations) {
    return budgetUsed + deviations * deviation;
  }

  /** Returns the deviation of a stage's share of calls with a copy. */
  private static double deviation(Stage stage, StagePlan plan) {
    if (plan.policy().reissues().isEmpty() || plan.reissueFraction() == 0) {
      return 0;
    }
    Reissue reissue = plan.policy().reissues().getFirst();
    Responders responders = stage.responders();
    ResponderTraces traces = stage.traces();
    // The calls of a visit depend on each other, so a visit counts once.
    int measured = traces == null ? stage.times().size() : traces.size();
    if (responders.needed() == responders.count() || traces != null) {
      double late = Math.min(1, plan.reissueFraction() / reissue.probability());
      return reissue.probability() * deviation(late, measured);
    }
    var moments = new VisitMoments(stage.times(), responders);
    double late = moments.lateShare(reissue.delayMillis());
    double off = deviation(late, measured);
    double more = moments.sentOf(Math.min(1, late + off));
    double less = moments.sentOf(Math.max(0, late - off));
    return reissue.probability() * (more - less) / 2;
  }

  private static double deviation(double share, int measured) {
    return Math.sqrt(Math.max(0, share * (1 - share)) / measured);
  }
}
