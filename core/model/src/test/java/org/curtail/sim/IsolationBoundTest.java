package org.curtail.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.curtail.Profile;
import org.junit.jupiter.api.Test;

class IsolationBoundTest {
  /** Fastest alone: 25 at degree 2, 30 at degree 1, 20 at degree 3. */
  private static final Profile PROFILE =
      Profile.weighted(
          "", new double[][] {{40, 25, 26}, {30, 31, 32}, {50, 30, 20}}, new double[] {1, 1, 8});

  @Test
  void everyRequestRunsAtItsFastestDegree() {
    assertThat(ClairvoyantBound.isolatedMs(PROFILE, 3, 80)).isEqualTo(20);
    assertThat(ClairvoyantBound.isolatedMs(PROFILE, 3, 90)).isEqualTo(25);
    assertThat(ClairvoyantBound.isolatedMs(PROFILE, 3, 100)).isEqualTo(30);
  }

  @Test
  void threadsBeyondTheCoresDoNotMakeItFaster() {
    assertThat(ClairvoyantBound.isolatedMs(PROFILE, 2, 80)).isEqualTo(30);
    assertThat(ClairvoyantBound.isolatedMs(PROFILE, 1, 100)).isEqualTo(50);
  }

  @Test
  void aTraceCountsItsOwnRequests() {
    Trace trace = Trace.of(new double[4], new int[] {0, 0, 0, 1});
    assertThat(ClairvoyantBound.isolatedMs(trace, PROFILE, 3, 75)).isEqualTo(25);
    assertThat(ClairvoyantBound.isolatedMs(trace, PROFILE, 3, 76)).isEqualTo(30);
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            ClairvoyantBound.isolatedMs(Trace.of(new double[1], new int[] {3}), PROFILE, 3, 76));
  }
}
