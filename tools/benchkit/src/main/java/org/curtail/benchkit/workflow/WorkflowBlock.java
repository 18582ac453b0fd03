package org.curtail.benchkit.workflow;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.curtail.benchkit.replicas.AnsweredBlock;
import org.curtail.benchkit.replicas.MeasuredBlock;
import org.curtail.workflow.LossComposition;
import org.curtail.workflow.Stage;
import org.curtail.workflow.Workflow;

/** One contender on one trace. Servers are idle before and after. */
final class WorkflowBlock {
  private final Workflow workflow;
  private final WorkflowServers servers;
  private final WorkflowClient client;
  private final WorkflowTrace trace;

  WorkflowBlock(
      Workflow workflow, WorkflowServers servers, WorkflowClient client, WorkflowTrace trace) {
    this.workflow = workflow;
    this.servers = servers;
    this.client = client;
    this.trace = trace;
  }

  /**
   * Serves the trace; empty if the user stopped the work.
   *
   * @throws IllegalStateException if requests have no answer minutes after the last arrival
   */
  Optional<WorkflowOutcome> run() throws InterruptedException {
    List<StageCounter.Tally> before = client.soFar();
    long lostBefore = client.lostConnections();
    var block =
        new AnsweredBlock<StageLosses>(
            trace.size(), trace::dueNanos, request -> client.send(trace, request));
    servers.startDisturbances(trace, System.nanoTime());
    Optional<MeasuredBlock> measured = block.run();
    if (!servers.endDisturbances(AnsweredBlock.LONGEST_NANOS)) {
      throw new IllegalStateException("servers are still busy minutes after the last answer");
    }
    return measured.map(whole -> {
      List<StageCounter.Tally> stages = since(before);
      return new WorkflowOutcome(
          whole, stages, copiesCost(stages), loss(block), client.lostConnections() - lostBefore);
    });
  }

  private List<StageCounter.Tally> since(List<StageCounter.Tally> before) {
    List<StageCounter.Tally> now = client.soFar();
    var stages = new ArrayList<StageCounter.Tally>();
    for (int s = 0; s < now.size(); s++) {
      stages.add(now.get(s).since(before.get(s)));
    }
    return stages;
  }

  private double copiesCost(List<StageCounter.Tally> tallies) {
    double copies = 0;
    double first = 0;
    for (int s = 0; s < tallies.size(); s++) {
      Stage stage = workflow.stages().get(s);
      StageCounter.Tally tally = tallies.get(s);
      copies +=
          (tally.copies().sent() + tally.callsInCopies())
              * stage.cost()
              / stage.responders().count();
      for (int request = 0; request < trace.size(); request++) {
        first += trace.skips(request, s) ? 0 : stage.cost();
      }
    }
    return first == 0 ? 0 : copies / first;
  }

  /**
   * Returns the mean loss of answered requests. A request without an answer makes all results void.
   */
  private double loss(AnsweredBlock<StageLosses> block) {
    LossComposition composition = LossComposition.of(workflow);
    double sum = 0;
    int answered = 0;
    for (int request = 0; request < trace.size(); request++) {
      StageLosses losses = block.answer(request);
      if (losses != null) {
        sum += composition.loss(losses.shares(workflow.stages().size()));
        answered++;
      }
    }
    return answered == 0 ? 0 : sum / answered;
  }
}
