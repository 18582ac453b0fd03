package org.curtail.hedge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.curtail.hedge.CallSample.SampledAttempt;
import org.curtail.hedge.CallSample.SampledCall;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.live.AttemptObservations.End;
import org.junit.jupiter.api.Test;

/** Calls sent twice at once, to learn whether both attempts are slow together. */
class HedgeProbesTest {
  private final List<Object> unused = new ArrayList<>();
  private final ScriptedCall call = new ScriptedCall();

  private static HedgeSetup setup() {
    return Hedge.adaptive(new ReissueGoal(99, 1)).probing(1).leastSamples(0);
  }

  private static List<SampledCall> seen(SteppedHedge stepped) {
    var seen = new ArrayList<SampledCall>();
    Objects.requireNonNull(stepped.hedge.parts().seen).take(seen::add);
    return seen;
  }

  private static SampledAttempt attempt(double millis, End end) {
    return new SampledAttempt(Math.round(millis * 1e6), end);
  }

  /** The first attempt answers after 3 ms, and the second one ends in some way after 5 ms. */
  private List<SampledCall> seenOf(HedgeSetup setup, Runnable second) {
    var stepped = new SteppedHedge(setup);
    CompletableFuture<String> answer = stepped.hedge.call(call);
    assertThat(call.attempts()).isEqualTo(2);
    stepped.pass(3);
    call.answer(0);
    assertThat(answer).isCompletedWithValue("answer 0");
    assertThat(seen(stepped)).as("before both have ended").isEmpty();
    stepped.pass(2);
    second.run();
    List<SampledCall> seen = seen(stepped);
    assertThat(seen(stepped)).as("seen once").isEmpty();
    HedgeMetrics.Counts counts = stepped.hedge.metrics().counts();
    assertThat(counts.lost()).isEqualTo(1);
    assertThat(counts.allEnded()).isEqualTo(1);
    return seen;
  }

  @Test
  void twoAnswersAreAPair() {
    assertThat(seenOf(setup(), () -> call.answer(1)))
        .containsExactly(
            new SampledCall(List.of(attempt(3, End.ANSWERED), attempt(5, End.ANSWERED)), true));
  }

  @Test
  void twoAnswersAreAPairWithAHookForUnusedAnswers() {
    assertThat(seenOf(setup().unused(unused::add), () -> call.answer(1)))
        .containsExactly(
            new SampledCall(List.of(attempt(3, End.ANSWERED), attempt(5, End.ANSWERED)), true));
    assertThat(unused).containsExactly("answer 1");
  }

  @Test
  void answerAndFailureAreNotAPair() {
    var failed = new SampledCall(List.of(attempt(3, End.ANSWERED), attempt(5, End.FAILED)), false);
    assertThat(seenOf(setup(), () -> call.fail(1, new IllegalStateException("busy"))))
        .containsExactly(failed);
  }

  @Test
  void answerAndFatalFailureAreNotAPair() {
    var failed = new SampledCall(List.of(attempt(3, End.ANSWERED), attempt(5, End.FAILED)), false);
    assertThat(
            seenOf(
                setup().fatal(failure -> true),
                () -> call.fail(1, new IllegalStateException("bad"))))
        .containsExactly(failed);
  }

  /** Failures that come first leave the other attempt under way. */
  @Test
  void failureAndAnswerAreNotAPair() {
    var stepped = new SteppedHedge(setup());
    CompletableFuture<String> answer = stepped.hedge.call(call);
    stepped.pass(1);
    call.fail(0, new IllegalStateException("busy"));
    assertThat(answer).isNotDone();
    stepped.pass(1);
    call.answer(1);
    assertThat(answer).isCompletedWithValue("answer 1");
    assertThat(seen(stepped))
        .containsExactly(
            new SampledCall(List.of(attempt(1, End.FAILED), attempt(2, End.ANSWERED)), false));
  }

  @Test
  void probeAnsweredDuringSendingIsSentOnce() {
    var stepped = new SteppedHedge(setup());
    CompletableFuture<String> answer =
        stepped.hedge.call(attempt -> CompletableFuture.completedFuture("at once"));
    assertThat(answer).isCompletedWithValue("at once");
    HedgeMetrics metrics = stepped.hedge.metrics();
    assertThat(metrics.counts().hedges()).isZero();
    assertThat(metrics.gauges().tokens()).isEqualTo(1);
    assertThat(seen(stepped))
        .containsExactly(new SampledCall(List.of(attempt(0, End.ANSWERED)), false));
  }

  /** A probe is not completed after its caller has cancelled it. */
  @Test
  void cancelledProbeIsNotRecorded() {
    var stepped = new SteppedHedge(setup());
    CompletableFuture<String> answer = stepped.hedge.call(call);
    stepped.pass(1);
    answer.cancel(true);
    assertThat(call.started).allMatch(started -> started.cancelled == 1);
    assertThat(seen(stepped)).isEmpty();
  }
}
