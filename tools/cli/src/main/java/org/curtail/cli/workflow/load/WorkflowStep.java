package org.curtail.cli.workflow.load;

import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.load.WorkflowTraffic;

/** The next step in the search for a plan of a workflow that holds under load. */
public sealed interface WorkflowStep {
  /**
   * Run this plan, and report the observation.
   *
   * @param plan to run
   * @param repeat 0 for the first run of a plan. A plan that holds is run again with other requests
   *     ({@link WorkflowTraffic#again}), since a plan near the limit may hold by luck
   */
  record Run(WorkflowPlan plan, int repeat) implements WorkflowStep {
    Run(WorkflowPlan plan) {
      this(plan, 0);
    }
  }

  /**
   * Finished: this plan holds.
   *
   * @param best the trial with the least observed tail
   * @param asPlanned true if it is the given plan
   * @param reason in plain words, a sentence or two
   */
  record Accepted(WorkflowTrial best, boolean asPlanned, String reason) implements WorkflowStep {}

  /**
   * Finished: it is better to send no copies.
   *
   * @param without the trial without copies
   * @param reason in plain words, a sentence or two
   */
  record Refused(WorkflowTrial without, String reason) implements WorkflowStep {}
}
