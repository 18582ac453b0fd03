package org.curtail.benchkit.replicas;

import java.util.concurrent.CompletableFuture;

/** A running policy: sends requests, and copies of them by its rules. Thread-safe. */
sealed interface Sender extends AutoCloseable permits HedgedSender, DelayedSender, IdleSender {
  /**
   * Sends a due request of a trace.
   *
   * @return the number of the copy that was answered first, or the reason why none was
   */
  CompletableFuture<Integer> send(LiveTrace trace, int request);

  SentCopies soFar();

  /** Explains its present behaviour, for people; a few lines, or none. */
  default String explain() {
    return "";
  }

  @Override
  void close();
}
