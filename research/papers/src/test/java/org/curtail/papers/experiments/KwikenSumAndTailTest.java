package org.curtail.papers.experiments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import org.curtail.papers.experiments.KwikenRandomSplits.Tried;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StageTimes;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.plan.WorkflowCurves;
import org.junit.jupiter.api.Test;

/** Figure 9. */
class KwikenSumAndTailTest {
  private static KwikenSumAndTail of(double... p99s) {
    List<Tried> random =
        IntStream.range(0, p99s.length).mapToObj(i -> new Tried(i, p99s[i])).toList();
    return new KwikenSumAndTail(random, List.of(new Tried(1, 1)));
  }

  @Test
  void theRankCorrelationIsSpearmans() {
    assertThat(of(1, 2, 3, 4).rankCorrelation()).isEqualTo(1);
    assertThat(of(4, 3, 2, 1).rankCorrelation()).isEqualTo(-1);
    // 1 - 6 (1 + 1) / (4 * 15)
    assertThat(of(2, 1, 3, 4).rankCorrelation()).isCloseTo(0.8, within(1e-12));
  }

  @Test
  void aTrialHasTheVarianceAndTheTailOfItsStages() {
    double[] millis = {1, 1, 1, 1, 1, 1, 1, 1, 1, 11};
    Stage a = Stage.of("a", List.of(), 1, StageTimes.independent(millis));
    Workflow workflow = Workflow.of("one", List.of(a));
    var splits = new KwikenRandomSplits(WorkflowCurves.of(workflow), 40_000, 1);
    Tried without = splits.tried(new double[1]);
    assertThat(without.sum()).isCloseTo(9, within(0.3));
    assertThat(without.p99()).isEqualTo(11);
    // A tenth is sent again after 1 ms: of these nine of ten take 2 ms.
    Tried with = splits.tried(new double[] {0.1});
    double mean = 0.9 + 0.09 * 2 + 0.01 * 11;
    assertThat(with.sum()).isCloseTo(0.9 + 0.09 * 4 + 0.01 * 121 - mean * mean, within(0.15));
  }
}
