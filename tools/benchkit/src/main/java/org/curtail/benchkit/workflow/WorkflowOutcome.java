package org.curtail.benchkit.workflow;

import java.util.List;
import org.curtail.benchkit.replicas.MeasuredBlock;

/**
 * Results of one block.
 *
 * @param block its latencies
 * @param stages counts at each, of all requests, in the order of the workflow
 * @param copiesCost cost of copies, including all calls within them, as a share of the cost of
 *     first visits
 * @param loss share of the answers' utility that was lost, of all requests
 * @param lostConnections calls sent again because their connection was lost
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
