package org.curtail.benchkit.replicas;

import java.util.concurrent.CompletableFuture;

/** A policy at work: sends requests, and copies of them as it sees fit. Safe for all threads. */
sealed interface Sender extends AutoCloseable permits HedgedSender, DelayedSender, IdleSender {
  /**
   * Sends a request of a trace that is due.
   *
   * @return the number of the copy that was answered first, or the reason why none was
   */
  CompletableFuture<Integer> send(LiveTrace trace, int request);

  /** What it has done so far. */
  SentCopies soFar();

  /** What it does at this moment and why, for people; a few lines, or none. */
  default String explain() {
    return "";
  }

  @Override
  void close();
}
