package org.curtail.hedge;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.testkit.Eventually;
import org.junit.jupiter.api.Test;

/** References that a hedge releases at the end of a call. The timer still refers to the call. */
class HedgeReleaseTest {
  private static final Duration HOUR = Duration.ofHours(1);

  /** The request or the answer of a call. */
  private static final class Content {}

  private static SteppedHedge adaptive() {
    return new SteppedHedge(Hedge.adaptive(new ReissueGoal(99, 0.05)));
  }

  /** Sends a call and ends it; returns the references that must be collected then. */
  private static List<WeakReference<?>> ended(
      SteppedHedge stepped,
      BiFunction<CompletableFuture<Content>, CompletableFuture<Content>, Object> end) {
    var request = new Content();
    var attempt = new CompletableFuture<Content>();
    CompletableFuture<Content> answer =
        stepped.hedge.call(
            each -> {
              each.onCancel(() -> requireNonNull(request));
              return attempt;
            },
            HOUR);
    // The timer takes the call in while it is under way.
    stepped.step();
    var released = new ArrayList<WeakReference<?>>();
    released.add(new WeakReference<>(end.apply(attempt, answer)));
    assertThat(attempt.isDone() || answer.isDone()).isTrue();
    released.add(new WeakReference<>(request));
    released.add(new WeakReference<>(answer));
    return released;
  }

  private static void areCollected(SteppedHedge stepped, List<WeakReference<?>> released) {
    assertThat(stepped.hedge.parts().timer.waiting()).as("or this tests nothing").isEqualTo(1);
    for (int i = 0; i < released.size(); i++) {
      WeakReference<?> each = released.get(i);
      Eventually.isCollected("number " + i, () -> each.refersTo(null));
    }
    assertThat(stepped.hedge.parts().timer.waiting()).isEqualTo(1);
  }

  @Test
  void answeredCallIsReleasedBeforeItsDeadline() {
    SteppedHedge stepped = adaptive();
    areCollected(
        stepped,
        ended(
            stepped,
            (attempt, answer) -> {
              var content = new Content();
              attempt.complete(content);
              return content;
            }));
  }

  @Test
  void failedCallIsReleased() {
    SteppedHedge stepped = adaptive();
    areCollected(
        stepped,
        ended(
            stepped,
            (attempt, answer) -> {
              var failure = new IllegalStateException("busy");
              attempt.completeExceptionally(failure);
              return failure;
            }));
  }

  @Test
  void callEndedByItsCallerIsReleased() {
    for (int way = 0; way < 2; way++) {
      boolean isCompleted = way == 0;
      SteppedHedge stepped = adaptive();
      areCollected(
          stepped,
          ended(
              stepped,
              (attempt, answer) -> {
                var content = new Content();
                boolean ended = isCompleted ? answer.complete(content) : answer.cancel(true);
                assertThat(ended).isTrue();
                return content;
              }));
    }
  }

  @Test
  void answerBeforeTheTimersStepIsReleased() {
    SteppedHedge stepped = adaptive();
    var answers = new ArrayList<WeakReference<?>>();
    for (int i = 0; i < 10; i++) {
      var attempt = new CompletableFuture<Content>();
      stepped.hedge.call(each -> attempt, HOUR);
      var content = new Content();
      attempt.complete(content);
      answers.add(new WeakReference<>(content));
    }
    for (WeakReference<?> each : answers) {
      Eventually.isCollected("an answer", () -> each.refersTo(null));
    }
    assertThat(stepped.hedge.metrics().counts().calls()).isEqualTo(10);
  }

  @Test
  void hangingAttemptDoesNotKeepTheAnswer() {
    SteppedHedge stepped = SteppedHedge.generous(ReissuePolicy.singleD(10));
    // As if its cancellation did not reach the future from which it was derived.
    var hanging = new CompletableFuture<Content>();
    var copy = new CompletableFuture<Content>();
    stepped.hedge.call(
        attempt -> attempt.number() == 0 ? hanging.thenApply(each -> each) : copy, HOUR);
    stepped.pass(10);
    WeakReference<Content> answer = answered(copy);
    Eventually.isCollected("the answer", () -> answer.refersTo(null));
    assertThat(hanging.getNumberOfDependents()).as("or this tests nothing").isPositive();
  }

  private static WeakReference<Content> answered(CompletableFuture<Content> attempt) {
    var content = new Content();
    // The attempt itself is the test's, and holds its answer.
    attempt.complete(content);
    attempt.obtrudeValue(new Content());
    return new WeakReference<>(content);
  }
}
