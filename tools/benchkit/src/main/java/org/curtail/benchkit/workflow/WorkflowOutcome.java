package org.curtail.benchkit.workflow;

import java.util.List;
import org.curtail.benchkit.replicas.MeasuredBlock;

/**
 * What came of one block.
 *
 * @param block its latencies
 * @param stages what was done at each, of all requests, in the order of the workflow
 * @param copiesCost what copies cost, with all that was called within them, as a share of what
 *     first visits cost
 * @param loss share of the answers' utility that was lost, of all requests
 * @param lostConnections calls that were sent anew because their connection was lost
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
