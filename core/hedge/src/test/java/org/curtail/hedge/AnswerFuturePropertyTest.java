package org.curtail.hedge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

/** The caller's actions on its future, compared with a plain {@link CompletableFuture}. */
class AnswerFuturePropertyTest {
  /** An action on a future, and its result for the actor. */
  private record Action(String name, Function<CompletableFuture<String>, Object> does) {}

  private int supplied;

  private Supplier<String> supplier(int kind, Throwable failure) {
    return () -> {
      supplied++;
      if (kind == 0) {
        throw new CompletionException(failure);
      }
      if (kind == 1) {
        throw new IllegalStateException(failure);
      }
      return "supplied";
    };
  }

  private Action action(RandomGenerator random, int number) {
    var failure = new IllegalArgumentException("failure " + number);
    String value = "value " + number;
    int kind = random.nextInt(3);
    return switch (random.nextInt(14)) {
      case 0 -> new Action("complete", future -> future.complete(value));
      case 1 -> new Action("fail", future -> future.completeExceptionally(failure));
      case 2 -> new Action("cancel", future -> future.cancel(random.nextBoolean()));
      case 3 ->
          new Action(
              "obtrude",
              future -> {
                future.obtrudeValue(value);
                return "nothing";
              });
      case 4 ->
          new Action(
              "obtrude failure",
              future -> {
                future.obtrudeException(failure);
                return "nothing";
              });
      case 5, 6 ->
          new Action(
              "complete by supplier " + kind,
              future -> {
                assertThat(future.completeAsync(supplier(kind, failure), Runnable::run))
                    .isSameAs(future);
                return "nothing";
              });
      default -> new Action("look", future -> future.isDone());
    };
  }

  private static String state(CompletableFuture<String> future) {
    return "%s %s %s %s"
        .formatted(
            future.isDone(),
            future.isCancelled(),
            future.isCompletedExceptionally(),
            future
                .handle((value, failure) ->
                    value + " " + failure + (failure == null ? "" : " by " + failure.getCause()))
                .getNow("nothing yet"));
  }

  @Test
  void futureBehavesLikeAPlainFuture() {
    SteppedHedge stepped = SteppedHedge.generous(ReissuePolicy.NONE);
    Cases.random(
        1,
        2_000,
        random -> {
          long endedBefore = stepped.hedge.parts().meters.counts().allEnded();
          var call = new ScriptedCall();
          CompletableFuture<String> answer = stepped.hedge.call(call);
          var plain = new CompletableFuture<String>();
          int answeredAt = random.nextInt(8);
          var done = new ArrayList<String>();
          for (int i = 0; i < 6; i++) {
            if (i == answeredAt) {
              call.answer(0);
              plain.complete("answer 0");
            }
            Action action = action(random, i);
            done.add(action.name());
            supplied = 0;
            Object told = action.does().apply(answer);
            int suppliedFirst = supplied;
            supplied = 0;
            // An action draws its cancel flag, which makes no difference.
            assertThat(told).as("%s", done).isEqualTo(action.does().apply(plain));
            assertThat(suppliedFirst).as("%s: suppliers that ran", done).isEqualTo(supplied);
            assertThat(state(answer)).as("%s", done).isEqualTo(state(plain));
          }
          assertThat(stepped.hedge.parts().meters.counts().allEnded() - endedBefore)
              .as("calls that ended")
              .isEqualTo(plain.isDone() ? 1 : 0);
          assertThat(call.attempt(0).answer.isDone()).isEqualTo(plain.isDone());
        });
  }

  /**
   * A listener replaces the answer while the caller ends the call. Then the caller's method returns
   * false.
   */
  @Test
  void cancelReturnsFalseIfAListenerCompletedTheFuture() {
    List<Function<CompletableFuture<String>, Boolean>> ways =
        List.of(
            answer -> answer.complete("mine"),
            answer -> answer.completeExceptionally(new IllegalStateException("mine")),
            answer -> answer.cancel(true));
    for (Function<CompletableFuture<String>, Boolean> way : ways) {
      var answers = new ArrayList<CompletableFuture<String>>();
      var stepped =
          new SteppedHedge(
              SteppedHedge.generously(ReissuePolicy.NONE)
                  .listener(
                      new HedgeListener() {
                        @Override
                        public void ended(long call, HedgeListener.CallEnd end) {
                          answers.getFirst().obtrudeValue("the listener's");
                        }
                      }));
      answers.add(stepped.hedge.call(new ScriptedCall()));
      assertThat(way.apply(answers.getFirst())).isFalse();
      assertThat(answers.getFirst()).isCompletedWithValue("the listener's");
    }
  }

  @Test
  @SuppressWarnings("NullAway") // As a careless caller does.
  void nullFailureIsRejected() {
    CompletableFuture<String> answer =
        SteppedHedge.generous(ReissuePolicy.NONE).hedge.call(new ScriptedCall());
    assertThatThrownBy(() -> answer.completeExceptionally(null)).hasMessage("failure");
    assertThatThrownBy(() -> answer.obtrudeException(null)).hasMessage("failure");
    assertThatThrownBy(() -> answer.completeAsync(null)).hasMessage("supplier");
    assertThat(answer).isNotDone();
  }
}
