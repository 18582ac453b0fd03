package org.curtail.benchkit.openloop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.curtail.Profile;
import org.curtail.benchkit.results.Interruption.Missing;
import org.curtail.benchkit.results.Run;
import org.junit.jupiter.api.Test;

class SummaryTest {
  private final Summary summary =
      new Summary(0.5, List.of("sequential", "fixed-2", "adaptive"), 2, 1, Optional.empty());

  private static Block block(double... latencyMs) {
    double[] same = new double[latencyMs.length];
    int[] peaks = new int[latencyMs.length];
    for (int i = 0; i < peaks.length; i++) {
      same[i] = 1;
      peaks[i] = 1;
    }
    return new Block(
        latencyMs,
        same,
        same,
        same,
        peaks,
        10,
        100,
        10,
        10,
        0,
        latencyMs.length,
        0,
        0,
        Optional.empty());
  }

  @Test
  void aFirstGroupThatWasStoppedHasRunsOfThoseThatWereFinished() {
    assertThat(summary.isEmpty()).isTrue();
    assertThat(summary.runs()).isEmpty();

    summary.add(Map.of("fixed-2", block(1, 2, 3)));

    assertThat(summary.isEmpty()).isFalse();
    assertThat(summary.runs()).extracting(Run::policy).containsExactly("fixed-2");
    assertThat(summary.runs().getFirst().against()).isEmpty();
    assertThat(summary.missing())
        .containsExactly(new Missing("sequential", 0.5), new Missing("adaptive", 0.5));
  }

  @Test
  void wholeGroupsLackNobody() {
    for (int group = 0; group < 2; group++) {
      summary.add(
          Map.of("sequential", block(4, 6), "fixed-2", block(2, 3), "adaptive", block(2, 3)));
    }

    assertThat(summary.missing()).isEmpty();
    assertThat(summary.runs()).hasSize(3);
    assertThat(summary.runs().getLast().against().getLast().mean().value()).isEqualTo(0.5);
  }

  @Test
  void theBoundIsTheTailOfEveryRequestAtItsBestDegreeByWeight() {
    Profile profile = Profile.of("x", new double[][] {{10, 4, 6}, {50, 90, 30}, {7, 8, 9}});
    assertThat(Summary.boundMs(profile)).isEqualTo(30);
    assertThat(Summary.boundMs(profile.withWeights(new double[] {1, 1, 198}))).isEqualTo(7);
    assertThat(Summary.boundMs(profile.withWeights(new double[] {198, 1, 1}))).isEqualTo(4);
  }
}
