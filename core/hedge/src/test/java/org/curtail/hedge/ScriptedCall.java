package org.curtail.hedge;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A call whose attempts a test answers. */
final class ScriptedCall implements HedgedCall<String> {
  /** An attempt that was started. */
  static final class Started {
    final Attempt attempt;
    final CompletableFuture<String> answer = new CompletableFuture<>();
    int cancelled;

    Started(Attempt attempt) {
      this.attempt = attempt;
    }
  }

  final List<Started> started = new ArrayList<>();

  @Override
  public CompletionStage<String> start(Attempt attempt) {
    var one = new Started(attempt);
    started.add(one);
    attempt.replica("replica " + attempt.number());
    attempt.onCancel(() -> one.cancelled++);
    return one.answer;
  }

  int attempts() {
    return started.size();
  }

  Started attempt(int number) {
    return started.get(number);
  }

  void answer(int number) {
    attempt(number).answer.complete("answer " + number);
  }

  void fail(int number, Throwable failure) {
    attempt(number).answer.completeExceptionally(failure);
  }
}
