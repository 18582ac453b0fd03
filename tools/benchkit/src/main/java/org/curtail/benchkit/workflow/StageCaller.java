package org.curtail.benchkit.workflow;

import java.util.concurrent.CompletableFuture;
import org.curtail.benchkit.replicas.SentCopies;

/** Sends the calls of one stage, and again as it sees fit. Safe for all threads. */
sealed interface StageCaller extends AutoCloseable permits HedgedStage, TimedOutStage {
  /**
   * Sends a call.
   *
   * @return what stages within the call lost, or the reason why there is no answer; to cancel it
   *     takes back all attempts
   */
  CompletableFuture<StageLosses> call(ResponderCall call);

  /** Copies that it has sent so far, and those that it has not. */
  SentCopies soFar();

  @Override
  void close();
}
