package org.curtail.hedge;

import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A call that may be sent more than once. It must be idempotent: several attempts may be answered,
 * though only one answer is used.
 *
 * @param <T> type of the answer
 */
@FunctionalInterface
public interface HedgedCall<T extends @Nullable Object> {
  /**
   * Starts one attempt and returns at once: it must not wait for the answer. Called once per
   * attempt; the first time on the caller's thread, then on the hedge's timer thread, or, for a
   * retry, on the thread that reported the failure. {@link HedgeSetup#context} carries the caller's
   * context along.
   *
   * @param attempt number, replicas to avoid, and cancellation
   * @return stage that is completed with the answer or the failure of this attempt; a {@link
   *     java.util.concurrent.CompletableFuture} is cancelled when another attempt has won, unless
   *     {@linkplain HedgeSetup#unused unused answers} are wanted. Cancelling a future does not
   *     cancel the one from which it was derived, as by {@code thenApply}: then register the
   *     cancellation by {@link Attempt#onCancel}
   * @throws Exception if this attempt has failed
   */
  CompletionStage<T> start(Attempt attempt) throws Exception;
}
