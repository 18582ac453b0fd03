package org.curtail.hedge;

import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A call that may be sent more than once. It must be idempotent: several attempts of it may be
 * answered, though only one answer is used.
 *
 * @param <T> what it answers
 */
@FunctionalInterface
public interface HedgedCall<T extends @Nullable Object> {
  /**
   * Starts one attempt and returns at once: it must not wait for the answer. Called once for each
   * attempt; the first time on the caller's thread, then on the hedge's thread for time, or, for a
   * retry, on the thread that reported the failure. {@link HedgeSetup#context} takes along what the
   * caller's thread knows.
   *
   * @param attempt which one it is, where it should not go, and how it is cancelled
   * @return completed with the answer, or with the failure of this attempt; if it is a {@link
   *     java.util.concurrent.CompletableFuture}, it is cancelled when another attempt has won,
   *     unless {@linkplain HedgeSetup#unused unused answers} are wanted. To cancel a future does
   *     not cancel the one that it was made of, as by {@code thenApply}: then say by {@link
   *     Attempt#onCancel} what is to be cancelled
   * @throws Exception then this attempt has failed
   */
  CompletionStage<T> start(Attempt attempt) throws Exception;
}
