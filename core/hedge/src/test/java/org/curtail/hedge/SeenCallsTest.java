package org.curtail.hedge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.curtail.hedge.SeenCalls.SeenAttempt;
import org.curtail.hedge.SeenCalls.SeenCall;
import org.curtail.reissue.live.AttemptObservations.End;
import org.junit.jupiter.api.Test;

/** What is kept of calls for whoever learns from them. */
class SeenCallsTest {
  private static List<SeenCall> taken(SeenCalls seen) {
    var calls = new ArrayList<SeenCall>();
    seen.take(calls::add);
    return calls;
  }

  @Test
  void whatWasSeenIsTakenOnceAndAsItWas() {
    var seen = new SeenCalls();
    var several =
        new SeenCall(
            List.of(new SeenAttempt(50, End.CANCELLED), new SeenAttempt(20, End.ANSWERED)), false);
    for (int round = 0; round < 5; round++) {
      seen.alone(0, End.ANSWERED);
      seen.several(several);
      seen.alone(123_456_789_012L, End.FAILED);
      seen.alone(Long.MAX_VALUE, End.CANCELLED);
      assertThat(taken(seen))
          .containsExactly(
              new SeenCall(List.of(new SeenAttempt(0, End.ANSWERED)), false),
              several,
              new SeenCall(List.of(new SeenAttempt(123_456_789_012L, End.FAILED)), false),
              new SeenCall(List.of(new SeenAttempt(Long.MAX_VALUE / 8, End.CANCELLED)), false));
      assertThat(taken(seen)).isEmpty();
    }
  }

  /** Call i is kept as i; whichever tenth one looks at, about as many of them are kept. */
  @Test
  void ofTooManyCallsAFairSampleIsKept() {
    var seen = new SeenCalls();
    int calls = 10 * SeenCalls.MOST;
    for (int i = 0; i < calls; i++) {
      seen.alone(i, End.ANSWERED);
    }
    List<SeenCall> kept = taken(seen);
    assertThat(kept).hasSize(SeenCalls.MOST);
    int[] tenths = new int[10];
    for (SeenCall call : kept) {
      tenths[(int) (call.attempts().getFirst().nanos() * 10 / calls)]++;
    }
    double expected = SeenCalls.MOST / 10.0;
    for (int tenth : tenths) {
      // Six standard deviations.
      assertThat((double) tenth).isBetween(expected - 6 * 38.4, expected + 6 * 38.4);
    }
  }

  /** There are two samples, which take turns: each must be as empty as a new one. */
  @Test
  void afterTooManyCallsAFewAreAllKept() {
    var seen = new SeenCalls();
    var several =
        new SeenCall(
            List.of(new SeenAttempt(3, End.FAILED), new SeenAttempt(2, End.ANSWERED)), true);
    for (int round = 0; round < 4; round++) {
      for (int i = 0; i < 2 * SeenCalls.MOST; i++) {
        if (i % 2 == 0) {
          seen.several(several);
        } else {
          seen.alone(i, End.CANCELLED);
        }
      }
      List<SeenCall> kept = taken(seen);
      assertThat(kept).hasSize(SeenCalls.MOST);
      // Six standard deviations.
      assertThat((double) kept.stream().filter(several::equals).count())
          .isBetween(SeenCalls.MOST / 2.0 - 6 * 64, SeenCalls.MOST / 2.0 + 6 * 64);
      seen.alone(round, End.ANSWERED);
      assertThat(taken(seen))
          .containsExactly(new SeenCall(List.of(new SeenAttempt(round, End.ANSWERED)), false));
      assertThat(taken(seen)).isEmpty();
    }
  }
}
