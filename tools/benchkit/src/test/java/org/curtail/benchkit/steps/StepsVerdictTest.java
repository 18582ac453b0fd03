package org.curtail.benchkit.steps;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.curtail.benchkit.results.Step;
import org.curtail.benchkit.results.Verdict;
import org.curtail.benchkit.stats.Ratio;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StepsVerdictTest {
  private static Step step(String policy, double rps, double degree, @Nullable Ratio ratio) {
    double from = rps == 30 ? 0 : 60;
    return new Step(policy, rps, from, from + 30, from + 60, 900, 50, 90, 120, degree, ratio);
  }

  private static List<Step> steps(@Nullable Ratio low, @Nullable Ratio high) {
    return List.of(
        step("sequential", 30, 1, null),
        step("adaptive", 30, 3.2, low),
        step("fixed-4", 30, 4, low),
        step("sequential", 60, 1, null),
        step("adaptive", 60, 1.4, high),
        step("fixed-4", 60, 3.9, high));
  }

  @Test
  void eachPolicyIsHeldAgainstSequentialStepByStep() {
    Verdict verdict =
        StepsVerdict.of(
            steps(new Ratio(0.55, 0.5, 0.6), new Ratio(1.02, 0.9, 1.1)), 5, Optional.empty());
    assertThat(verdict.headline())
        .isEqualTo(
            "Step by step, the mean latency of fixed-4 against sequential's is 45 % lower at 30 requests/s, then not shown to differ at 60 requests/s.");
    assertThat(verdict.details())
        .containsExactly(
            "The mean latency of adaptive against sequential's is 45 % lower at 30 requests/s, then not shown to differ at 60 requests/s.",
            "These are 4 comparisons at 95 % each: about one in twenty shows a difference by chance.",
            "The degree of adaptive changes most with the load; in the mean it is 3.20 at 30 requests/s, then 1.40 at 60 requests/s.");
  }

  @Test
  void fewRepeatsShowNothing() {
    assertThat(StepsVerdict.of(steps(null, null), 1, Optional.empty()).headline())
        .isEqualTo(
            "No verdict: one repeat is too few to tell a difference from chance; give at least 5.");
    assertThat(StepsVerdict.of(steps(null, null), 4, Optional.empty()).headline())
        .contains("4 repeats are too few");
  }

  @Test
  void withoutSequentialOrAnotherPolicyThereIsNothingToCompare() {
    for (String alone : List.of("sequential", "adaptive")) {
      Verdict verdict = StepsVerdict.of(List.of(step(alone, 30, 1, null)), 9, Optional.empty());
      assertThat(verdict.headline()).startsWith("There is nothing to compare");
      assertThat(verdict.details()).isEmpty();
    }
  }
}
