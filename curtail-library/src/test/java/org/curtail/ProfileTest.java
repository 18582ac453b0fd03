package org.curtail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ProfileTest {
  private static final Profile THREE =
      Profile.of("by hand", new double[][] {{30, 20}, {10, 10}, {20, 16}});

  @Test
  void answersWhatWasMeasured() {
    assertThat(THREE.requests()).isEqualTo(3);
    assertThat(THREE.maxDegree()).isEqualTo(2);
    assertThat(THREE.timeMs(0, 2)).isEqualTo(20);
    assertThat(THREE.speedup(0, 2)).isEqualTo(1.5);
    assertThat(THREE.meanMs(1)).isEqualTo(20);
    assertThat(THREE.ascendingMs(2)).containsExactly(10, 16, 20);
    assertThat(THREE.percentileMs(99, 1)).isEqualTo(30);
  }

  @Test
  void speedupsAreAveragedOverASliceOfTheRequestsBySequentialTime() {
    assertThat(THREE.meanSpeedup(2, 0, 100)).isCloseTo((1 + 1.25 + 1.5) / 3, within(1e-12));
    assertThat(THREE.meanSpeedup(2, 95, 100)).isEqualTo(1.5);
    assertThat(THREE.meanSpeedup(2, 0, 5)).isEqualTo(1);
  }

  @Test
  void laterChangesOfTheArrayChangeNothing() {
    double[][] times = {{30, 20}};
    var profile = Profile.of("", times);
    times[0][0] = 1;
    assertThat(profile.timeMs(0, 1)).isEqualTo(30);
  }

  @Test
  void equalityIsByContent() {
    assertThat(Profile.of("a", new double[][] {{1}}))
        .isEqualTo(Profile.of("a", new double[][] {{1}}))
        .hasSameHashCodeAs(Profile.of("a", new double[][] {{1}}))
        .isNotEqualTo(Profile.of("b", new double[][] {{1}}))
        .isNotEqualTo(Profile.of("a", new double[][] {{2}}));
  }

  @Test
  void aProfileWithoutRequestsIsRejected() {
    assertThatIllegalArgumentException().isThrownBy(() -> Profile.of("", new double[0][]));
    assertThatIllegalArgumentException().isThrownBy(() -> Profile.of("", new double[1][0]));
  }

  @Test
  void aRequestWithAnotherNumberOfDegreesIsRejectedByItsIndex() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Profile.of("", new double[][] {{1, 2}, {1}}))
        .withMessage("request 1 has 1 times, expected 2");
  }

  @Test
  void aTimeThatIsNoneIsRejectedByRequestAndDegree() {
    for (double timeMs : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Profile.of("", new double[][] {{1, 2}, {1, timeMs}}))
          .withMessageContaining("request 1 at degree 2")
          .withMessageContaining("" + timeMs);
    }
  }
}
