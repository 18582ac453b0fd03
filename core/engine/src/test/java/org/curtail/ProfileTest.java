package org.curtail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.curtail.testkit.Cases;
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
  void aSliceTakesThePartOfARequestThatLiesInIt() {
    // The longest half: request 0, and half of request 2.
    assertThat(THREE.meanSpeedup(2, 50, 100)).isCloseTo((1.5 + 0.5 * 1.25) / 1.5, within(1e-12));
    // Equally long requests count the same in any order of the list.
    var equal = Profile.of("", new double[][] {{10, 5}, {10, 10}});
    assertThat(equal.meanSpeedup(2, 0, 5)).isCloseTo(1.5, within(1e-12));
  }

  @Test
  void aSliceOfNothingIsRejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> THREE.meanSpeedup(2, 95, 95))
        .withMessageContaining("between percentiles 95.0 and 95.0");
  }

  @Test
  void notesStayWithWhatIsMadeOfAProfile() {
    Profile noted = THREE.withNotes(List.of("measured on a busy machine"));
    assertThat(THREE.notes()).isEmpty();
    assertThat(noted.notes()).containsExactly("measured on a busy machine");
    assertThat(noted).isNotEqualTo(THREE);
    assertThat(noted.withNotes(List.of())).isEqualTo(THREE).hasSameHashCodeAs(THREE);
    assertThat(noted.select(1).notes()).isEqualTo(noted.notes());
    assertThat(noted.withWeights(new double[] {1, 2, 3}).notes()).isEqualTo(noted.notes());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> THREE.withNotes(List.of("a sentence", " ")))
        .withMessage("note 1 is blank");
  }

  @Test
  void withoutWeightsEveryRequestIsOne() {
    assertThat(THREE.isWeighted()).isFalse();
    assertThat(THREE.weight(2)).isEqualTo(1);
    assertThat(THREE.totalWeight()).isEqualTo(3);
    assertThat(THREE.withWeights(new double[] {1, 1, 1})).isEqualTo(THREE);
    assertThat(THREE.withWeights(new double[] {1, 1, 1}).isWeighted()).isFalse();
  }

  @Test
  void weightsSayHowManyRequestsARequestStandsFor() {
    Profile profile = THREE.withWeights(new double[] {1, 2.5, 0.5});
    assertThat(profile.isWeighted()).isTrue();
    assertThat(profile.requests()).isEqualTo(3);
    assertThat(profile.weight(1)).isEqualTo(2.5);
    assertThat(profile.totalWeight()).isEqualTo(4);
    assertThat(profile.meanMs(1)).isEqualTo((30 + 25 + 10) / 4.0);
    assertThat(profile.percentileMs(62, 1)).isEqualTo(10);
    assertThat(profile.percentileMs(63, 1)).isEqualTo(20);
    assertThat(profile).isNotEqualTo(THREE);
    assertThat(profile)
        .isEqualTo(
            Profile.weighted(
                "by hand",
                new double[][] {{30, 20}, {10, 10}, {20, 16}},
                new double[] {1, 2.5, 0.5}))
        .hasSameHashCodeAs(THREE.withWeights(new double[] {1, 2.5, 0.5}))
        .hasToString("Profile[3 requests standing for 4.0, degrees 1..2, by hand]");
    assertThat(THREE).hasToString("Profile[3 requests, degrees 1..2, by hand]");
  }

  @Test
  void wholeWeightsAgreeWithAsManyRequests() {
    Cases.random(
        1,
        500,
        random -> {
          double[][] timesMs = new double[random.nextInt(1, 30)][3];
          for (double[] times : timesMs) {
            // Few different times, so that some are equal.
            Arrays.setAll(times, d -> random.nextInt(1, 20));
          }
          double[] weights = random.ints(timesMs.length, 1, 9).asDoubleStream().toArray();
          int[] repeated =
              IntStream.range(0, timesMs.length)
                  .flatMap(r -> IntStream.generate(() -> r).limit((long) weights[r]))
                  .toArray();
          Profile weighted = Profile.weighted("", timesMs, weights);
          Profile listed = Profile.of("", timesMs).select(repeated);
          double percentile = random.nextInt(101);
          assertThat(weighted.totalWeight()).isEqualTo(listed.requests());
          assertThat(weighted.meanMs(2)).isCloseTo(listed.meanMs(2), within(1e-12));
          assertThat(weighted.percentileMs(percentile, 3))
              .isEqualTo(listed.percentileMs(percentile, 3));
          double from = random.nextInt(100);
          double to = random.nextInt((int) from + 1, 101);
          assertThat(weighted.meanSpeedup(2, from, to))
              .isCloseTo(listed.meanSpeedup(2, from, to), within(1e-9));
        });
  }

  @Test
  void aSelectionKeepsSourceAndWeights() {
    Profile profile = THREE.withWeights(new double[] {1, 2, 3});
    assertThat(profile.select(2, 0, 2))
        .isEqualTo(
            Profile.weighted(
                "by hand", new double[][] {{20, 16}, {30, 20}, {20, 16}}, new double[] {3, 1, 3}));
    assertThat(profile.select(0).isWeighted()).isFalse();
    assertThat(THREE.select(1)).isEqualTo(Profile.of("by hand", new double[][] {{10, 10}}));
  }

  @Test
  void aSelectionOfNothingOrOfAnotherRequestIsRejected() {
    assertThatIllegalArgumentException().isThrownBy(() -> THREE.select());
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> THREE.select(3));
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> THREE.weight(3));
  }

  @Test
  void otherThreadsAreFreeInTheSerialPart() {
    Profile serial = THREE.withSerialMs(new double[] {12, 0, 4});
    assertThat(serial.timeMs(0, 2)).isEqualTo(20);
    assertThat(serial.coreMs(0, 1)).isEqualTo(30);
    assertThat(serial.coreMs(0, 2)).isEqualTo(12 + 2 * 8);
    assertThat(serial.coreMs(1, 2)).isEqualTo(20).isEqualTo(THREE.coreMs(1, 2));
  }

  @Test
  void serialPartsStayWithWhatIsMadeOfAProfile() {
    Profile serial = THREE.withSerialMs(new double[] {12, 0, 4});
    assertThat(serial).isNotEqualTo(THREE);
    assertThat(THREE.hasSerialParts()).isFalse();
    assertThat(serial.withSerialMs(new double[3])).isEqualTo(THREE).hasSameHashCodeAs(THREE);
    assertThat(serial.select(2, 0).serialMs(0)).isEqualTo(4);
    assertThat(serial.select(1).hasSerialParts()).isFalse();
    assertThat(serial.withWeights(new double[] {1, 2, 3}).serialMs(0)).isEqualTo(12);
    assertThat(serial.withNotes(List.of("few requests")).serialMs(0)).isEqualTo(12);
  }

  @Test
  void aSerialPartIsShorterThanTheRequest() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> THREE.withSerialMs(new double[] {1, 10, 1}))
        .withMessage("expected a serial time from 0 to below all times of request 1, found 10.0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> THREE.withSerialMs(new double[] {1, 1, Double.NaN}))
        .withMessageContaining("request 2, found NaN");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> THREE.withSerialMs(new double[] {1}))
        .withMessage("expected a serial time for each of 3 requests, found 1");
  }

  @Test
  void moreOrFewerWeightsThanRequestsAreRejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> THREE.withWeights(new double[] {1, 2}))
        .withMessage("2 weights for 3 requests");
  }

  @Test
  void aWeightThatIsNoneIsRejectedByRequest() {
    for (double weight : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> THREE.withWeights(new double[] {1, weight, 1}))
          .withMessage("request 1 has no positive finite weight: " + weight);
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> THREE.withWeights(new double[] {1e308, 1e308, 1}))
        .withMessage("the weights have no finite sum");
  }

  @Test
  void aBuilderIsEmptyAfterItHasBuilt() {
    var builder = new Profile.Builder();
    builder.add(30, 20);
    assertThat(builder.requests()).isEqualTo(1);
    assertThat(builder.build("a")).isEqualTo(Profile.of("a", new double[][] {{30, 20}}));
    assertThat(builder.requests()).isZero();
    assertThatIllegalArgumentException().isThrownBy(() -> builder.build("b"));
    builder.add(5);
    assertThat(builder.build("b")).isEqualTo(Profile.of("b", new double[][] {{5}}));
  }

  @Test
  void laterChangesOfTheArrayChangeNothing() {
    double[][] times = {{30, 20}};
    var profile = Profile.of("", times);
    times[0][0] = 1;
    assertThat(profile.timeMs(0, 1)).isEqualTo(30);
    double[] weights = {7};
    profile = profile.withWeights(weights);
    weights[0] = 1;
    assertThat(profile.weight(0)).isEqualTo(7);
    profile.ascendingMs(1)[0] = 1;
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

  @Test
  void requestsByDemandAreInAscendingOrderWithEqualsAsListed() {
    Profile profile = Profile.of("", new double[][] {{30, 1}, {10, 9}, {30, 2}, {20, 3}});
    assertThat(profile.byDemand()).containsExactly(1, 3, 0, 2);
  }
}
