package org.curtail.benchkit.trust;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.curtail.Profile;
import org.curtail.policy.TailIndex;
import org.curtail.sim.SyntheticProfiles;
import org.junit.jupiter.api.Test;

class ProfileRemarksTest {
  private static List<String> remarks(double[]... timesMs) {
    return ProfileRemarks.lines("p.json", Profile.of("", timesMs));
  }

  /** Many short requests that two threads make slower, and few long ones that they make faster. */
  private static Profile shortSlowerLongFaster() {
    var random = new SplittableRandom(1);
    double[][] timesMs = new double[400][];
    for (int r = 0; r < timesMs.length; r++) {
      boolean isLong = r % 20 == 0;
      double ms = isLong ? random.nextDouble(8, 12) : random.nextDouble(1, 3);
      double speedup = isLong ? 1.51 : random.nextDouble(0.56, 0.68);
      timesMs[r] = new double[] {ms, ms / speedup};
    }
    return Profile.of("", timesMs);
  }

  @Test
  void aProfileThatGainsIsNotRemarkedOn() {
    assertThat(ProfileRemarks.lines("p.json", SyntheticProfiles.luceneLike(500, 4))).isEmpty();
  }

  @Test
  void theNotesOfAProfileAreRepeatedWithItsFile() {
    Profile noted =
        SyntheticProfiles.luceneLike(500, 4).withNotes(List.of("one note", "another note"));
    assertThat(ProfileRemarks.lines("p.json", noted))
        .containsExactly("p.json: one note", "p.json: another note");
    assertThat(ProfileRemarks.lines("p.json", noted, List.of("sequential"))).hasSize(2);
  }

  @Test
  void timesAtDegreeOneAloneLeaveNothingToGain() {
    assertThat(remarks(new double[] {10}, new double[] {20}))
        .singleElement()
        .asString()
        .startsWith("p.json: nothing can be gained by parallelism: its times were measured at")
        .endsWith("measure more with curtail profile --max-degree N");
  }

  @Test
  void requestsThatAreNoFasterLeaveNothingToGain() {
    assertThat(remarks(new double[] {10, 10, 10}, new double[] {20, 25, 22}))
        .singleElement()
        .asString()
        .startsWith(
            "p.json: nothing can be gained by parallelism: no request takes less time at degree 2 to 3")
        .contains("measure again on a quiet machine", "sequential");
  }

  @Test
  void aFewThatAreFasterByChanceDoNotMakeAGain() {
    assertThat(remarks(new double[] {10, 9.9}, new double[] {20, 22}))
        .singleElement()
        .asString()
        .contains("neither all requests (speedup at most 0.96 in the mean)", "(at most 0.91)");
  }

  /** Returns a profile whose longest 5 % gain, but are too few for a finding. */
  private static Profile fewLongFaster() {
    Profile profile = shortSlowerLongFaster();
    return profile.select(IntStream.range(0, 100).toArray());
  }

  @Test
  void longRequestsThatGainAreServedByTailIndexWithMoreThreads() {
    Profile profile = shortSlowerLongFaster();
    assertThat(TailIndex.of(profile).maxDegree()).isEqualTo(2);
    assertThat(ProfileRemarks.lines("p.json", profile)).isEmpty();
  }

  @Test
  void tailIndexThatFindsTooFewThatGainIsSaidToStaySequential() {
    Profile profile = fewLongFaster();
    assertThat(TailIndex.of(profile).maxDegree()).isEqualTo(1);
    assertThat(ProfileRemarks.lines("p.json", profile))
        .singleElement()
        .asString()
        .startsWith("p.json: tail-index stays sequential on this profile")
        .contains("the 10 or more requests that are left gain nothing from more threads")
        .contains("the longest 5 % do (1.51 at degree 2)")
        .endsWith("profile more requests, or use few-to-many");
  }

  @Test
  void tailIndexIsOnlySpokenOfWhereItMayBeChosen() {
    Profile profile = fewLongFaster();
    assertThat(ProfileRemarks.lines("p", profile, List.of("sequential", "adaptive"))).isEmpty();
    assertThat(ProfileRemarks.lines("p", profile, List.of("sequential", "tail-index-patient")))
        .hasSize(1);
  }
}
