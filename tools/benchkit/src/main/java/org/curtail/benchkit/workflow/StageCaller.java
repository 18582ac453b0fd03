package org.curtail.benchkit.workflow;

import java.util.concurrent.CompletableFuture;
import org.curtail.benchkit.replicas.SentCopies;

/** Sends the calls of one stage, and copies by its rules. Thread-safe. */
sealed interface StageCaller extends AutoCloseable permits HedgedStage, TimedOutStage {
  /**
   * Sends a call.
   *
   * @return losses of stages within the call, or the reason why there is no answer; cancelling it
   *     cancels all attempts
   */
  CompletableFuture<StageLosses> call(ResponderCall call);

  /** Copies sent so far, and those not sent. */
  SentCopies soFar();

  @Override
  void close();
}
