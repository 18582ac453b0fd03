package org.curtail.benchkit.workflow;

import java.util.concurrent.CompletableFuture;

/**
 * An attempt of a call that is under way.
 *
 * @param server of its stage, to which it went
 * @param answer what stages within the call lost, once it is answered
 * @param cancellation takes it back; once it is answered, does nothing
 */
record AttemptAtWork(int server, CompletableFuture<StageLosses> answer, Runnable cancellation) {
  void cancel() {
    cancellation.run();
  }
}
