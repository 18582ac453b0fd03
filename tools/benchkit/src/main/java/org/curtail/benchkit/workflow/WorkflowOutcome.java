package org.curtail.benchkit.workflow;

import java.util.List;
import org.curtail.benchkit.replicas.MeasuredBlock;

/**
 * Results of one block.
 *
 * @param block latencies of the requests
 * @param stages counts of all requests at each stage, in the order of the workflow
 * @param copiesCost cost of copies with all nested calls, as a share of the cost of original visits
 * @param loss lost share of the answers' utility, over all requests
 * @param lostConnections number of calls that were sent again after a lost connection
 */
record WorkflowOutcome(
    MeasuredBlock block,
    List<StageCounter.Tally> stages,
    double copiesCost,
    double loss,
    long lostConnections) {
  WorkflowOutcome {
    stages = List.copyOf(stages);
  }
}
