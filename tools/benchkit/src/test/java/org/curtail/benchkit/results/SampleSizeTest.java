package org.curtail.benchkit.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SampleSizeTest {
  @Test
  void aPercentileTakesTenRequestsBeyondIt() {
    assertThat(SampleSize.fewest(50)).isEqualTo(20);
    assertThat(SampleSize.fewest(90)).isEqualTo(100);
    assertThat(SampleSize.fewest(95)).isEqualTo(200);
    assertThat(SampleSize.fewest(99)).isEqualTo(1000);
    assertThat(SampleSize.fewest(99.9)).isEqualTo(10_000);
    assertThat(SampleSize.carries(Long.MAX_VALUE - 1, 100)).isFalse();
  }

  @Test
  void theMeanOfSeveralRunsRestsOnTheRequestsOfOne() {
    Run one = SampleRuns.run("sequential", 1000);
    assertThat(one.carries(99)).isTrue();
    assertThat(SampleRuns.run("sequential", 999).carries(99)).isFalse();
    assertThat(SampleRuns.meanOf(10, one).carries(99)).isFalse();
    assertThat(SampleRuns.meanOf(10, one).carries(90)).isTrue();
  }

  @Test
  void theRemarkNamesWhatIsMissingOnly() {
    List<Run> runs = List.of(SampleRuns.run("sequential", 5000), SampleRuns.run("adaptive", 900));
    assertThat(SampleSize.remarks("-", runs, List.of(95.0, 99.0, 99.9)))
        .containsExactly("- too few requests: p99 takes 1,000, p99.9 takes 10,000");
    assertThat(SampleSize.remarks("-", runs, List.of(95.0))).isEmpty();
  }
}
