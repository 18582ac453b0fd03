package org.curtail.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.curtail.Profile;
import org.curtail.sim.SyntheticProfiles;
import org.curtail.tune.PolicyParameters.Choices;
import org.junit.jupiter.api.Test;

class ChoicesTest {
  @Test
  void demandsAreThoseOfTheProfile() {
    Profile profile = SyntheticProfiles.luceneLike(1000, 4);
    List<Integer> demandsMs = Choices.demandsMs(profile).ascending();
    assertThat(demandsMs).hasSizeBetween(90, 102);
    for (double percentile : new double[] {1, 50, 99, 100}) {
      assertThat(demandsMs).contains((int) Math.round(profile.percentileMs(percentile, 1)));
    }
    assertThat(demandsMs.getFirst()).isPositive();
    assertThat(demandsMs.getLast())
        .isGreaterThan((int) Math.ceil(profile.percentileMs(100, 1)))
        .isEqualTo(Choices.neverMs(profile));
  }

  @Test
  void demandsBelowAMillisecondAndBeyondFourDigitsAreBroughtIntoRange() {
    Profile profile = Profile.of("extremes", new double[][] {{0.01}, {123_456}});
    assertThat(Choices.demandsMs(profile).ascending()).containsExactly(1, 9999);
  }

  @Test
  void factorsYieldEachWholeNumberOnceAndBothEnds() {
    assertThat(Choices.between(1, 10, 1.5).ascending()).containsExactly(1, 2, 3, 5, 8, 10);
    assertThat(Choices.between(7, 7, 1.5).ascending()).containsExactly(7);
    assertThat(Choices.between(9, 3, 1.5).ascending()).containsExactly(3);
  }

  @Test
  void choicesThatDoNotAscendAreRejected() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Choices(List.of()));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Choices(List.of(1, 3, 3)))
        .withMessageContaining("[1, 3, 3]");
  }
}
