package org.curtail.cli.workflow;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.curtail.Percentile;
import org.curtail.workflow.Stage;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.simulate.WorkflowSimulation;

/**
 * Time of visits of a stage, with the stages within it.
 *
 * @param medianMillis the median
 * @param tailMillis tail at the chosen percentile
 */
record StageTail(double medianMillis, double tailMillis) {
  /**
   * Times of each stage under a plan, in the order of the workflow; 0 for a stage without visits.
   */
  static List<StageTail> of(WorkflowSimulation simulation, WorkflowPlan plan, double percentile) {
    var tails = new ArrayList<StageTail>();
    for (Stage stage : simulation.workflow().stages()) {
      double[] millis = simulation.stageLatenciesMillis(plan, stage.name());
      Arrays.sort(millis);
      tails.add(
          millis.length == 0
              ? new StageTail(0, 0)
              : new StageTail(Percentile.of(millis, 50), Percentile.of(millis, percentile)));
    }
    return tails;
  }
}
