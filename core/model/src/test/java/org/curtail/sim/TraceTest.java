package org.curtail.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.curtail.Profile;
import org.junit.jupiter.api.Test;

class TraceTest {
  private static Trace trace(double... arrivalsMs) {
    return Trace.of(arrivalsMs, new int[arrivalsMs.length]);
  }

  @Test
  void aTraceIsWhatItWasMadeOf() {
    double[] arrivalsMs = {0, 2.5, 2.5};
    int[] requests = {3, 0, 7};
    Trace trace = Trace.of(arrivalsMs, requests);
    arrivalsMs[1] = 1;
    requests[0] = 9;
    assertThat(trace.size()).isEqualTo(3);
    assertThat(trace.arrivalMs(1)).isEqualTo(2.5);
    assertThat(trace.request(0)).isEqualTo(3);
    assertThat(trace).hasToString("Trace[3 requests in 2.5 ms]");
    assertThat(trace)
        .isEqualTo(Trace.of(new double[] {0, 2.5, 2.5}, new int[] {3, 0, 7}))
        .hasSameHashCodeAs(Trace.of(new double[] {0, 2.5, 2.5}, new int[] {3, 0, 7}))
        .isNotEqualTo(Trace.of(new double[] {0, 2.5, 2.5}, new int[] {3, 0, 6}));
  }

  @Test
  void theImpossibleIsRejectedByIndex() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> trace())
        .withMessage("a trace needs at least one arrival");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Trace.of(new double[2], new int[1]))
        .withMessage("2 arrivals of 1 requests");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> trace(0, 5, 4))
        .withMessageEndingWith("arrival 2 is 4.0 ms after 5.0 ms");
    for (double impossible : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> trace(impossible))
          .withMessageContaining("arrival 0 is " + impossible);
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Trace.of(new double[2], new int[] {0, -1}))
        .withMessage("arrival 1 is of a negative request: -1");
  }

  @Test
  void aFasterTraceHasTheSameRequestsInLessTime() {
    Trace trace = Trace.of(new double[] {1, 4}, new int[] {5, 6});
    assertThat(trace.fasterBy(2)).isEqualTo(Trace.of(new double[] {0.5, 2}, new int[] {5, 6}));
    for (double factor : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatIllegalArgumentException().isThrownBy(() -> trace.fasterBy(factor));
    }
    assertThatIllegalArgumentException().isThrownBy(() -> trace.fasterBy(Double.MIN_VALUE));
  }

  @Test
  void aProfileThatLacksARequestIsRejected() {
    var profile = Profile.of("", new double[][] {{1}, {2}});
    Trace.of(new double[2], new int[] {0, 1}).requireRequestsOf(profile);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Trace.of(new double[2], new int[] {0, 2}).requireRequestsOf(profile))
        .withMessage("arrival 1 is of request 2, but the profile has 2");
  }
}
