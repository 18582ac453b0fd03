package org.curtail.papers.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StageTimes;
import org.curtail.workflow.Workflow;
import org.junit.jupiter.api.Test;

/** Workflows of the user: plans see the earlier half only. */
class KwikenTracesTest {
  @Test
  void plansAreMadeFromTheEarlierHalfAndTriedOnTheLater() {
    Stage a = Stage.of("a", List.of(), 1, StageTimes.independent(new double[] {1, 2, 3, 4}));
    KwikenTraces of = KwikenTraces.of(Workflow.of("halves", List.of(a)));
    assertThat(of.training().stage("a").times().firstMillis()).containsExactly(1, 2);
    assertThat(of.test().stage("a").times().firstMillis()).containsExactly(3, 4);
    assertThat(of.name()).isEqualTo("halves");
    assertThat(of.stages()).isEqualTo(1);
  }
}
