package org.curtail.cli.workflow.load;

import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.load.WorkflowTraffic;

/** The next step in the search for a plan of a workflow that holds under load. */
public sealed interface WorkflowStep {
  /**
   * The next run of a plan; the caller reports its observation.
   *
   * @param plan plan to run
   * @param repeat 0 for the first run of a plan. A plan that holds is run again with other requests
   *     ({@link WorkflowTraffic#again}), because a plan near the limit may hold by chance
   */
  record Run(WorkflowPlan plan, int repeat) implements WorkflowStep {
    Run(WorkflowPlan plan) {
      this(plan, 0);
    }
  }

  /**
   * The search is finished: this plan holds.
   *
   * @param best the trial with the least observed tail
   * @param asPlanned true if this is the given plan
   * @param reason reason in plain words, a sentence or two
   */
  record Accepted(WorkflowTrial best, boolean asPlanned, String reason) implements WorkflowStep {}

  /**
   * The search is finished: it is better to send no copies.
   *
   * @param without the trial without copies
   * @param reason reason in plain words, a sentence or two
   */
  record Refused(WorkflowTrial without, String reason) implements WorkflowStep {}
}
