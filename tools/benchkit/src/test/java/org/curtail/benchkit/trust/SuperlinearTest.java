package org.curtail.benchkit.trust;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.curtail.Profile;
import org.junit.jupiter.api.Test;

class SuperlinearTest {
  private static Profile with(double... timesMs) {
    return Profile.of("", new double[][] {timesMs, timesMs});
  }

  @Test
  void speedupsUpToTheDegreeAreNotRemarkedOn() {
    assertThat(Superlinear.notes(with(100, 50, 33), List.of())).isEmpty();
    assertThat(Superlinear.notes(with(100, 120, 110), List.of())).isEmpty();
    // Linear except for amounts below any clock's resolution.
    assertThat(Superlinear.notes(with(101, 50), List.of(with(101, 50)))).isEmpty();
  }

  @Test
  void aSpeedupAboveTheDegreeInEveryRunIsNamedWithItsRuns() {
    List<Profile> runs = List.of(with(100, 40), with(100, 20), with(100, 25));
    assertThat(Superlinear.notes(with(100, 25), runs))
        .singleElement()
        .asString()
        .startsWith(
            "superlinear speedups, above the degree in every run: all at degree 2 4.00 (2.50 to"
                + " 5.00 in 3 runs)")
        .contains("the longest 5 % at degree 2", "the shortest 5 % at degree 2", "quiet");
  }

  @Test
  void aLittleMoreThanTheDegreeIsRemarkedOnOnlyIfEveryRunShowsIt() {
    List<Profile> differing = List.of(with(100, 60), with(100, 40));
    assertThat(Superlinear.notes(with(100, 47), differing)).isEmpty();
    assertThat(Superlinear.notes(with(100, 47), List.of(with(100, 48), with(100, 46))))
        .singleElement()
        .asString()
        .contains("in every run");
  }

  @Test
  void aSpeedupThatCannotBeIsRemarkedOnWhateverTheRunsAllow() {
    List<Profile> runs = List.of(with(100, 90), with(100, 10), with(100, 8));
    assertThat(Superlinear.notes(with(959, 100), runs))
        .singleElement()
        .asString()
        .contains("but not in every run: all at degree 2 9.59 (1.11 to 12.50 in 3 runs)", "--runs");
  }

  @Test
  void oneRunTellsNothingOfItsSpread() {
    assertThat(Superlinear.notes(with(100, 40), List.of()))
        .singleElement()
        .asString()
        .startsWith("superlinear speedups, above the degree: all at degree 2 2.50,")
        .endsWith("with more --runs");
  }

  @Test
  void onlySomeRequestsMayBeSuperlinear() {
    double[][] timesMs = new double[100][];
    for (int r = 0; r < timesMs.length; r++) {
      timesMs[r] = r < 95 ? new double[] {10 + r, 10 + r} : new double[] {1000 + r, 100};
    }
    assertThat(Superlinear.notes(Profile.of("", timesMs), List.of()))
        .singleElement()
        .asString()
        .contains("the longest 5 % at degree 2 10.9")
        .doesNotContain("all at", "shortest");
  }

  @Test
  void aRatioOfMeansIsHeldAgainstItsInterval() {
    assertThat(Superlinear.notes("all searches", 2, 1.9, 1.5)).isEmpty();
    assertThat(Superlinear.notes("all searches", 2, 2.1, 1.9)).isEmpty();
    assertThat(Superlinear.notes("all searches", 2, 2.1, 2.05)).hasSize(1);
    assertThat(Superlinear.notes("all searches", 2, 9.59, 0.5))
        .singleElement()
        .asString()
        .startsWith("superlinear speedup of all searches at degree 2, 9.59 (from 0.50 on)");
    assertThat(Superlinear.notes("all searches", 1, 1.2, 1.1)).isEmpty();
  }
}
