package org.curtail.hedge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.curtail.hedge.CallSample.SampledAttempt;
import org.curtail.hedge.CallSample.SampledCall;
import org.curtail.reissue.live.AttemptObservations.End;
import org.junit.jupiter.api.Test;

/** The sample of calls for a periodic reader. */
class CallSampleTest {
  private static List<SampledCall> taken(CallSample seen) {
    var calls = new ArrayList<SampledCall>();
    seen.take(calls::add);
    return calls;
  }

  @Test
  void recordedCallsAreTakenOnceAndUnchanged() {
    var seen = new CallSample();
    var several =
        new SampledCall(
            List.of(new SampledAttempt(50, End.CANCELLED), new SampledAttempt(20, End.ANSWERED)),
            false);
    for (int round = 0; round < 5; round++) {
      seen.alone(0, End.ANSWERED);
      seen.several(several);
      seen.alone(123_456_789_012L, End.FAILED);
      seen.alone(Long.MAX_VALUE, End.CANCELLED);
      assertThat(taken(seen))
          .containsExactly(
              new SampledCall(List.of(new SampledAttempt(0, End.ANSWERED)), false),
              several,
              new SampledCall(List.of(new SampledAttempt(123_456_789_012L, End.FAILED)), false),
              new SampledCall(
                  List.of(new SampledAttempt(Long.MAX_VALUE / 8, End.CANCELLED)), false));
      assertThat(taken(seen)).isEmpty();
    }
  }

  /** Call i is recorded as i; about equally many of each tenth are kept. */
  @Test
  void randomSampleOfTooManyCallsIsKept() {
    var seen = new CallSample();
    int calls = 10 * CallSample.MOST;
    for (int i = 0; i < calls; i++) {
      seen.alone(i, End.ANSWERED);
    }
    List<SampledCall> kept = taken(seen);
    assertThat(kept).hasSize(CallSample.MOST);
    int[] tenths = new int[10];
    for (SampledCall call : kept) {
      tenths[(int) (call.attempts().getFirst().nanos() * 10 / calls)]++;
    }
    double expected = CallSample.MOST / 10.0;
    for (int tenth : tenths) {
      // Six standard deviations.
      assertThat((double) tenth).isBetween(expected - 6 * 38.4, expected + 6 * 38.4);
    }
  }

  /** Two samples are used in turn. Each must start empty. */
  @Test
  void allOfFewCallsAreKeptAfterTooManyCalls() {
    var seen = new CallSample();
    var several =
        new SampledCall(
            List.of(new SampledAttempt(3, End.FAILED), new SampledAttempt(2, End.ANSWERED)), true);
    for (int round = 0; round < 4; round++) {
      for (int i = 0; i < 2 * CallSample.MOST; i++) {
        if (i % 2 == 0) {
          seen.several(several);
        } else {
          seen.alone(i, End.CANCELLED);
        }
      }
      List<SampledCall> kept = taken(seen);
      assertThat(kept).hasSize(CallSample.MOST);
      // Six standard deviations.
      assertThat((double) kept.stream().filter(several::equals).count())
          .isBetween(CallSample.MOST / 2.0 - 6 * 64, CallSample.MOST / 2.0 + 6 * 64);
      seen.alone(round, End.ANSWERED);
      assertThat(taken(seen))
          .containsExactly(
              new SampledCall(List.of(new SampledAttempt(round, End.ANSWERED)), false));
      assertThat(taken(seen)).isEmpty();
    }
  }
}
