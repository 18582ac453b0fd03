package org.curtail.hedge;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.testkit.Eventually;
import org.curtail.testkit.SilentLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Answers that no caller gets. */
@ExtendWith(SilentLog.class)
@Timeout(300)
class HedgeUnusedTest {
  private final List<Object> unused = new ArrayList<>();
  private final ScriptedCall call = new ScriptedCall();

  private SteppedHedge stepped() {
    return new SteppedHedge(SteppedHedge.generously(ReissuePolicy.singleD(10)).unused(unused::add));
  }

  /** A call whose copy has been sent. */
  private CompletableFuture<String> sentTwice(SteppedHedge stepped) {
    CompletableFuture<String> answer = stepped.hedge.call(call, Duration.ofMillis(50));
    stepped.pass(10);
    assertThat(call.attempts()).isEqualTo(2);
    return answer;
  }

  @Test
  void answerOfALosingAttemptIsUnused() {
    CompletableFuture<String> answer = sentTwice(stepped());
    call.answer(1);
    assertThat(unused).isEmpty();
    assertThat(call.attempt(0).cancelled).isEqualTo(1);
    assertThat(call.attempt(0).answer).as("a cancelled future would drop its answer").isNotDone();
    call.answer(0);
    assertThat(answer).isCompletedWithValue("answer 1");
    assertThat(unused).containsExactly("answer 0");
  }

  @Test
  void answerDuringCompletionIsUnused() {
    CompletableFuture<String> answer = sentTwice(stepped());
    answer.thenAccept(value -> call.answer(0));
    call.answer(1);
    assertThat(answer).isCompletedWithValue("answer 1");
    assertThat(unused).containsExactly("answer 0");
    assertThat(call.attempt(0).cancelled).isZero();
  }

  @Test
  void anAnswerAfterTheDeadlineIsUnused() {
    SteppedHedge stepped = stepped();
    CompletableFuture<String> answer = sentTwice(stepped);
    stepped.pass(40);
    assertThat(SteppedHedge.failure(answer)).isInstanceOf(TimeoutException.class);
    call.answer(0);
    call.answer(1);
    assertThat(unused).containsExactly("answer 0", "answer 1");
  }

  @Test
  void anAnswerAfterTheCallerHasEndedTheCallIsUnused() {
    CompletableFuture<String> answer = sentTwice(stepped());
    answer.cancel(true);
    call.answer(0);
    assertThat(unused).containsExactly("answer 0");
  }

  @Test
  void theSecondAnswerOfAProbeIsUnused() {
    var stepped =
        new SteppedHedge(
            Hedge.adaptive(new ReissueGoal(90, 1))
                .leastSamples(0)
                .probing(1)
                .unguarded()
                .unused(unused::add));
    CompletableFuture<String> answer = stepped.hedge.call(call);
    assertThat(call.attempts()).as("sent twice at once").isEqualTo(2);
    call.answer(0);
    call.answer(1);
    assertThat(answer).isCompletedWithValue("answer 0");
    assertThat(unused).containsExactly("answer 1");
  }

  @Test
  void answerSharedByAttemptsIsUsed() {
    CompletableFuture<String> answer = sentTwice(stepped());
    call.attempt(1).answer.complete("shared");
    call.attempt(0).answer.complete("shared");
    assertThat(answer).isCompletedWithValue("shared");
    assertThat(unused).isEmpty();
  }

  @Test
  @SuppressWarnings("NullAway") // Null is an answer.
  void missingAnswerIsNotUnused() {
    CompletableFuture<String> answer = sentTwice(stepped());
    call.attempt(0).answer.complete(null);
    call.attempt(1).answer.complete(null);
    assertThat(answer).isCompletedWithValue(null);
    assertThat(unused).isEmpty();
  }

  @Test
  void answerReplacedByTheCallerIsUnused() {
    var answers = new ArrayList<CompletableFuture<String>>();
    var stepped =
        new SteppedHedge(
            SteppedHedge.generously(ReissuePolicy.singleD(10))
                .unused(unused::add)
                .listener(
                    new HedgeListener() {
                      @Override
                      public void ended(long number, HedgeListener.CallEnd end) {
                        answers.getFirst().obtrudeValue("mine");
                      }
                    }));
    answers.add(stepped.hedge.call(call));
    call.answer(0);
    assertThat(answers.getFirst()).isCompletedWithValue("mine");
    assertThat(unused).containsExactly("answer 0");
    assertThat(stepped.hedge.metrics().counts().allEnded()).isEqualTo(1);
  }

  @Test
  void failingHookHarmsNoCallAndIsCalledAgain() {
    var asked = new AtomicInteger();
    var stepped =
        new SteppedHedge(
            SteppedHedge.generously(ReissuePolicy.singleD(10))
                .unused(answer -> {
                  asked.incrementAndGet();
                  throw new IllegalStateException("cannot close");
                }));
    for (int i = 0; i < 2; i++) {
      var each = new ScriptedCall();
      CompletableFuture<String> answer = stepped.hedge.call(each);
      stepped.pass(10);
      each.answer(1);
      each.answer(0);
      assertThat(answer).isCompletedWithValue("answer 1");
    }
    assertThat(asked).hasValue(2);
  }

  @Test
  void oneOfTwoSimultaneousAnswersIsUnused() throws Exception {
    Queue<Object> given = new ConcurrentLinkedQueue<>();
    int rounds = 2_000;
    try (Hedge hedge =
        Hedge.of(ReissuePolicy.singleD(0))
            .idempotent()
            .budget(HedgeBudget.of(1, 10_000))
            .leastSamples(0)
            .unguarded()
            .unused(given::add)
            .start()) {
      var atOnce = new CyclicBarrier(2);
      for (int i = 0; i < rounds; i++) {
        var answers = new ConcurrentLinkedQueue<CompletableFuture<Object>>();
        var both = new CompletableFuture<Void>();
        CompletableFuture<Object> used =
            hedge.call(attempt -> {
              var answer = new CompletableFuture<Object>();
              answers.add(answer);
              if (attempt.number() == 1) {
                both.complete(null);
              }
              return answer;
            });
        both.join();
        var sent = List.of(new Object(), new Object());
        CompletableFuture<Object> one = answers.remove();
        CompletableFuture<Object> other = answers.remove();
        var thread =
            Thread.ofVirtual()
                .start(() -> {
                  await(atOnce);
                  one.complete(sent.getFirst());
                });
        await(atOnce);
        other.complete(sent.getLast());
        thread.join();
        // The copy's answer may arrive before the hedge has registered the copy.
        Eventually.is("one is unused", () -> !given.isEmpty());
        assertThat(List.of(used.join(), given.remove())).containsExactlyInAnyOrderElementsOf(sent);
      }
    }
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  /** The call has ended by then, and the attempt is not cancelled yet. */
  @Test
  void answerDuringTheListenersCallIsUnused() {
    var stepped =
        new SteppedHedge(
            SteppedHedge.generously(ReissuePolicy.singleD(10))
                .unused(unused::add)
                .listener(
                    new HedgeListener() {
                      @Override
                      public void ended(long number, HedgeListener.CallEnd end) {
                        call.answer(0);
                      }
                    }));
    CompletableFuture<String> answer = stepped.hedge.call(call, Duration.ofMillis(5));
    stepped.pass(5);
    assertThat(SteppedHedge.failure(answer)).isInstanceOf(TimeoutException.class);
    assertThat(unused).containsExactly("answer 0");
    assertThat(stepped.hedge.metrics().counts().allEnded()).isEqualTo(1);
  }
}
