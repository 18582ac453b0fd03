package org.curtail.benchkit.workflow;

import java.util.concurrent.CompletableFuture;

/**
 * A running attempt of a call.
 *
 * @param server index of its server among those of the stage
 * @param answer losses of nested stages; complete once the attempt is answered
 * @param cancellation cancels the attempt; does nothing after its answer
 */
record RunningAttempt(int server, CompletableFuture<StageLosses> answer, Runnable cancellation) {
  void cancel() {
    cancellation.run();
  }
}
