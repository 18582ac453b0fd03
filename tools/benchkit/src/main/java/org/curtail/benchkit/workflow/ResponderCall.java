package org.curtail.benchkit.workflow;

import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import org.curtail.benchkit.replicas.HoldRequest;
import org.curtail.benchkit.replicas.ReplicaClient;

/**
 * A call to one responder of a stage, which may have several attempts. A server holds an attempt
 * for the stage's own time; then the stages within it run, and when they have ended it is answered.
 * A server keeps no slot for an attempt while that waits for stages within.
 */
final class ResponderCall {
  private final RunningRequest request;
  private final int stage;
  private final Place visit;
  private final int responder;

  /**
   * Creates a call that is not sent yet.
   *
   * @param visit the place of the visit
   * @param responder from 0
   */
  ResponderCall(RunningRequest request, int stage, Place visit, int responder) {
    this.request = request;
    this.stage = stage;
    this.visit = visit;
    this.responder = responder;
  }

  /**
   * Sends an attempt.
   *
   * @param number 0 for the first
   * @param avoided servers that it should not go to
   */
  RunningAttempt start(int number, Collection<?> avoided) {
    WorkflowTrace trace = request.trace();
    int server = trace.server(stage, visit, responder, number, avoided);
    long nanos = trace.holdNanos(request.number(), stage, visit, responder, number);
    ReplicaClient.Copy copy =
        request
            .client()
            .send(stage, new HoldRequest(request.number(), request.nextCall(), nanos), server);
    if (!request.client().graph().callsOthers(stage)) {
      return new RunningAttempt(
          server, copy.answer().thenApply(answered -> StageLosses.NONE), copy::cancel);
    }
    var inside = new StageRun(request, stage, visit.within(number));
    CompletableFuture<StageLosses> answer = copy.answer().thenCompose(answered -> inside.begin());
    return new RunningAttempt(
        server,
        answer,
        () -> {
          copy.cancel();
          inside.cancel();
        });
  }
}
