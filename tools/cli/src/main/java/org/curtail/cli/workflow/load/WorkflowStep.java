package org.curtail.cli.workflow.load;

import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.WorkflowTraffic;

/** What is to be done next to find a plan of a workflow that holds under load. */
public sealed interface WorkflowStep {
  /**
   * Run this plan, and tell what was observed.
   *
   * @param plan to run
   * @param repeat 0 for the first run of a plan; a plan that holds is run again with other requests
   *     ({@link WorkflowTraffic#again}), since what is near the brink may hold by luck
   */
  record Run(WorkflowPlan plan, int repeat) implements WorkflowStep {
    Run(WorkflowPlan plan) {
      this(plan, 0);
    }
  }

  /**
   * Finished: this one.
   *
   * @param best the trial with the least observed tail
   * @param asPlanned whether it is the plan that was given, and not another one
   * @param reason in plain words, a sentence or two
   */
  record Accepted(WorkflowTrial best, boolean asPlanned, String reason) implements WorkflowStep {}

  /**
   * Finished: no copies are better.
   *
   * @param without the trial without copies
   * @param reason in plain words, a sentence or two
   */
  record Refused(WorkflowTrial without, String reason) implements WorkflowStep {}
}
