package org.curtail.benchkit.replicas;

import java.util.concurrent.CompletableFuture;

/** A running policy, which sends requests and copies. Thread-safe. */
sealed interface Sender extends AutoCloseable permits HedgedSender, DelayedSender, IdleSender {
  /**
   * Sends a due request of a trace.
   *
   * @return number of the attempt that answered first, or the reason for a missing answer
   */
  CompletableFuture<Integer> send(LiveTrace trace, int request);

  SentCopies soFar();

  /** Returns an explanation of the present behaviour in a few lines; may be empty. */
  default String explain() {
    return "";
  }

  @Override
  void close();
}
