package org.curtail.lab.workflow;

import java.util.concurrent.CompletableFuture;

/**
 * An attempt of a call that is under way.
 *
 * @param replica where it went
 * @param answer what stages within the call lost, once it is answered
 * @param cancellation takes it back; once it is answered, does nothing
 */
record AttemptAtWork(
    int replica, CompletableFuture<StageLosses> answer, Runnable cancellation) {
  void cancel() {
    cancellation.run();
  }
}
