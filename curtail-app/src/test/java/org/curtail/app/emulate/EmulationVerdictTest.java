package org.curtail.app.emulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.curtail.app.results.Comparison.Ratio;
import org.curtail.app.results.Emulated;
import org.curtail.app.results.Noise;
import org.curtail.app.results.Verdict;
import org.junit.jupiter.api.Test;

class EmulationVerdictTest {
  private static final Noise QUIET = new Noise(0.06, 0.1, 1, 0, 0, 0.01, 0, 0, 0, 0);

  @Test
  void agreement_names_the_run_that_is_furthest_off() {
    Verdict verdict =
        EmulationVerdict.of(
            List.of(run("sequential", 1.01, 0.001, 0.1), run("adaptive", 0.93, 0.001, 0.1)),
            QUIET,
            0.2);
    assertThat(verdict.headline())
        .contains("agree", "7", "adaptive at 40 requests/s, ratio 0.93")
        .doesNotContain("sequential");
    assertThat(String.join(" ", verdict.details())).doesNotContain("Doubtful");
  }

  @Test
  void a_difference_of_more_than_ten_percent_is_said_of_every_run_that_has_it() {
    Verdict verdict =
        EmulationVerdict.of(
            List.of(run("a", 1.12, 0, 0), run("b", 1.09, 0, 0), run("c", 0.85, 0, 0)), QUIET, 0.2);
    assertThat(verdict.headline())
        .contains("differ", "a at 40 requests/s, ratio 1.12", "c at 40 requests/s, ratio 0.85")
        .doesNotContain("b at");
    assertThat(verdict.details()).anyMatch(detail -> detail.contains("greater --scale"));
  }

  @Test
  void whatever_may_have_spoiled_a_run_makes_it_doubtful() {
    assertThat(doubts(run("a", 1, 0.001, 0.1), QUIET, 0.7)).containsOnlyOnce("Doubtful");
    Noise crowded = new Noise(0.06, 0.1, 1, 0, 0, 0.6, 0, 0, 0, 0);
    assertThat(doubts(run("a", 1, 0.001, 0.1), crowded, 0.1)).contains("60 % of it with others");
    assertThat(doubts(run("a", 1, 0.02, 0.1), QUIET, 0.2)).contains("chunks were off");
    assertThat(doubts(run("a", 1, 0.001, 9), QUIET, 0.2)).contains("threads woke so late");
  }

  private static String doubts(Emulated run, Noise noise, double ownShare) {
    return String.join(" ", EmulationVerdict.of(List.of(run), noise, ownShare).details());
  }

  private static Emulated run(String policy, double p99, double chunkError, double lateMs) {
    Ratio same = new Ratio(1, 1, 1);
    return new Emulated(
        policy,
        0.6,
        40,
        100,
        200,
        300 * p99,
        100,
        200,
        300,
        same,
        same,
        new Ratio(p99, p99, p99),
        1000,
        chunkError,
        lateMs / 2,
        lateMs);
  }
}
