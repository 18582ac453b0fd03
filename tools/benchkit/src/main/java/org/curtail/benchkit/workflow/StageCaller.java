package org.curtail.benchkit.workflow;

import java.util.concurrent.CompletableFuture;
import org.curtail.benchkit.replicas.SentCopies;

/** Sends the calls of one stage, and copies by its rules. Thread-safe. */
sealed interface StageCaller extends AutoCloseable permits HedgedStage, TimedOutStage {
  /**
   * Sends a call.
   *
   * @return losses of nested stages, or the reason for a missing answer; its cancellation cancels
   *     all attempts
   */
  CompletableFuture<StageLosses> call(ResponderCall call);

  /** Returns counts of copies: sent, and suppressed. */
  SentCopies soFar();

  @Override
  void close();
}
