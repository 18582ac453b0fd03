package org.curtail.workflow;

import java.util.List;
import org.curtail.reissue.Reissue;

/**
 * How far what copies cost may be off because the plan was made of a sample. It is the bootstrap's
 * answer in closed form: in a resample of n times, those that are beyond the delay are binomial, so
 * their deviation is known without drawing. Stages are independent of each other; their deviations
 * add up in squares.
 *
 * @param budgetUsed by all copies, as predicted: a share of what first visits cost
 * @param deviation standard deviation of the same
 */
public record CostBound(double budgetUsed, double deviation) {
  /** Of a plan for the workflow of these curves. */
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
   * What copies will cost at most, but for the chance that a normal variable is so many deviations
   * above its mean: 1.645 for 5 %.
   */
  public double most(double deviations) {
    return budgetUsed + deviations * deviation;
  }

  /** Of the share of calls that a stage sends again. */
  private static double deviation(Stage stage, StagePlan plan) {
    if (plan.policy().reissues().isEmpty() || plan.reissueFraction() == 0) {
      return 0;
    }
    Reissue reissue = plan.policy().reissues().getFirst();
    Responders responders = stage.responders();
    ResponderTraces traces = stage.traces();
    // Calls of one visit go together, so a visit counts as one.
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
