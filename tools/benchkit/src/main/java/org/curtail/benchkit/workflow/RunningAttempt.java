package org.curtail.benchkit.workflow;

import java.util.concurrent.CompletableFuture;

/**
 * A running attempt of a call.
 *
 * @param server of its stage, to which it went
 * @param answer losses of stages within the call, once it is answered
 * @param cancellation cancels it; does nothing once it is answered
 */
record RunningAttempt(int server, CompletableFuture<StageLosses> answer, Runnable cancellation) {
  void cancel() {
    cancellation.run();
  }
}
