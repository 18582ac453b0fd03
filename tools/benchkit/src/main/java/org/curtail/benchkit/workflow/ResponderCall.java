package org.curtail.benchkit.workflow;

import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import org.curtail.benchkit.replicas.HoldRequest;
import org.curtail.benchkit.replicas.ReplicaClient;

/**
 * A call to one responder of a stage, with one or more attempts. A server holds an attempt for the
 * stage's own time; then the nested stages run. The attempt is answered when they have ended. The
 * attempt occupies a slot of the server only during the stage's own time.
 */
final class ResponderCall {
  private final RunningRequest request;
  private final int stage;
  private final Place visit;
  private final int responder;

  /**
   * Creates a call without attempts.
   *
   * @param visit the place of the visit
   * @param responder number of the responder, from 0
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
   * @param number 0 for the original, 1 for the copy
   * @param avoided servers to avoid if there are others
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
