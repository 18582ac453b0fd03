package org.curtail.benchkit.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DecisionTextTest {
  @Test
  void withoutDecisionsThereIsNothingToSay() {
    assertThat(DecisionText.lines(List.of())).isEmpty();
  }

  @Test
  void whatOnlyLearnedSaysSo() {
    assertThat(DecisionText.lines(List.of(SampleDecisions.learning())))
        .containsExactly("automatic@executor: still learning: served 100 % by the safe policy");
  }

  @Test
  void aRunOfAllLoadsSaysWhatItChoseAtEachOfThemAndWhy() {
    assertThat(DecisionText.lines(List.of(SampleDecisions.ofAllLoads())))
        .containsExactly(
            "automatic: serves by tail-index at the end; 35 % of the requests were served by the safe policy",
            "  first plan after 1,200 requests; 2 plans, 3 switches; 1 fall backs; 1 changes noticed; about 2.10 % of response time lost to comparing",
            "  at load 30 %: the safe policy 50 % of the time, tail-index 50 % of the time",
            "  at load 70 %: few-to-many 100 % of the time",
            "  why: p95 1.2 times");
  }

  @Test
  void runsOfOneLoadAreToldTogether() {
    assertThat(
            DecisionText.lines(
                List.of(
                    SampleDecisions.ofLoad(0.5, 1, "tail-index"),
                    SampleDecisions.ofLoad(0.7, 1, "few-to-many"),
                    SampleDecisions.ofLoad(0.5, 2, "adaptive"),
                    SampleDecisions.ofLoad(0.5, 3, "tail-index"))))
        .containsExactly(
            "automatic, load 50 %: in the first of 3 runs serves by tail-index at the end; 50 % of the requests were served by the safe policy",
            "  first plan after 400 requests; 1 plans, 1 switches",
            "  at the end of all runs: tail-index in 2, adaptive in 1",
            "  why: it is better",
            "automatic, load 70 %: serves by few-to-many at the end; 50 % of the requests were served by the safe policy",
            "  first plan after 400 requests; 1 plans, 1 switches",
            "  why: it is better");
  }
}
