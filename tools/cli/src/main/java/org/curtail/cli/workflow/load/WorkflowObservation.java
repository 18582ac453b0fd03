package org.curtail.cli.workflow.load;

import java.util.Arrays;
import org.curtail.Percentile;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.load.WorkflowLoad;
import org.curtail.workflow.load.WorkflowLoadResult;
import org.curtail.workflow.load.WorkflowTraffic;
import org.curtail.workflow.simulate.WorkflowSimulation;

/**
 * The result of a plan under load.
 *
 * @param predictedMillis the tail expected without queues: at least 0
 * @param tailMillis the observed tail: at least 0, infinite if calls piled up
 * @param budgetUsed cost of copies, as a share of the cost of first visits
 * @param loss mean lost share of the answer
 * @param utilisation share of busy slots at the busiest stage
 * @param seen the workflow with the observed times of first calls, for making the next plan
 */
public record WorkflowObservation(
    double predictedMillis,
    double tailMillis,
    double budgetUsed,
    double loss,
    double utilisation,
    Workflow seen) {
  /** Divisor for the share of first requests that are left out, since they find empty servers. */
  private static final int WARM_UP_SHARE = 10;

  public WorkflowObservation {
    if (!(predictedMillis >= 0 && tailMillis >= 0)) {
      throw new IllegalArgumentException(
          "predictedMillis and tailMillis must be at least 0: %s, %s"
              .formatted(predictedMillis, tailMillis));
    }
  }

  /** Runs a plan in simulations, with queues and without. */
  public static WorkflowObservation of(
      WorkflowLoad load, WorkflowPlan plan, WorkflowTraffic traffic) {
    int warmUp = traffic.requests() / WARM_UP_SHARE;
    double percentile = plan.goal().percentile();
    WorkflowLoadResult result = load.run(plan, traffic);
    double[] free =
        WorkflowSimulation.of(load.workflow(), traffic.requests(), traffic.seed())
            .run(plan)
            .latenciesMillis();
    double[] counting = Arrays.copyOfRange(free, warmUp, free.length);
    Arrays.sort(counting);
    return new WorkflowObservation(
        Percentile.of(counting, percentile),
        result.keptUp()
            ? result.afterWarmUp(warmUp).percentileMillis(percentile)
            : Double.POSITIVE_INFINITY,
        result.budgetUsed(),
        result.loss(),
        result.utilisation(),
        result.seen());
  }
}
