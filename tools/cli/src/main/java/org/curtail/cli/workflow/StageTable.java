package org.curtail.cli.workflow;

import java.util.ArrayList;
import java.util.List;
import org.curtail.benchkit.results.NumberTable;
import org.curtail.benchkit.text.Numbers;
import org.curtail.reissue.Reissue;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.WorkflowResult;

/** The stages and what a plan does at each, as a table for the report. */
final class StageTable {
  private StageTable() {}

  /**
   * The table.
   *
   * @param tails how long each stage takes with the plan
   * @param with what the plan did to the requests of what is shown
   */
  static NumberTable of(
      Shown shown, WorkflowPlan plan, List<StageTail> tails, WorkflowResult with) {
    String tail = Numbers.percentile(shown.percentile());
    double[] shares = Drawings.budgetShares(shown.workflow(), plan);
    var lines = new ArrayList<NumberTable.Line>();
    for (int i = 0; i < shares.length; i++) {
      var stage = shown.workflow().stages().get(i);
      var planned = plan.stages().get(i);
      Reissue copy = WorkflowText.copy(planned.policy());
      lines.add(
          new NumberTable.Line(
              stage.name(),
              List.of(
                  stage.cost(),
                  shown.tails().get(i).medianMillis(),
                  shown.tails().get(i).tailMillis(),
                  tails.get(i).tailMillis(),
                  100 * shown.blame().stages().get(i).blamedFraction(),
                  copy.delayMillis(),
                  copy.probability(),
                  100 * planned.reissueFraction(),
                  100 * shares[i],
                  100 * with.loss(i))));
    }
    return new NumberTable(
        "Stages",
        "To blame: in how many of the slowest requests. A delay and a probability of 0: nothing is sent again.",
        "stage",
        List.of(
            "cost",
            "p50 ms",
            tail + " ms",
            "with the plan",
            "to blame, %",
            "again after ms",
            "probability",
            "copies, %",
            "of the budget, %",
            "loss, %"),
        lines);
  }
}
