package org.curtail.hedge;

import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A call that may be sent more than once, so it must be idempotent. Several attempts may be
 * answered, but only one answer is used.
 *
 * @param <T> type of the answer
 */
@FunctionalInterface
public interface HedgedCall<T extends @Nullable Object> {
  /**
   * Starts one attempt, and returns without waiting for the answer. Called once per attempt. The
   * first attempt starts on the caller's thread, and a copy on the timer thread. A retry starts on
   * the thread that reported the failure. {@link HedgeSetup#context} can carry the caller's context
   * to the other threads.
   *
   * @param attempt number of the attempt, replicas to avoid, and cancellation
   * @return stage of the answer or the failure of this attempt. A {@link
   *     java.util.concurrent.CompletableFuture} is cancelled when another attempt has won, except
   *     with a hook for {@linkplain HedgeSetup#unused unused answers}. Cancelling a derived future,
   *     as from {@code thenApply}, does not cancel its source. Then register the cancellation by
   *     {@link Attempt#onCancel}
   * @throws Exception if this attempt has failed
   */
  CompletionStage<T> start(Attempt attempt) throws Exception;
}
