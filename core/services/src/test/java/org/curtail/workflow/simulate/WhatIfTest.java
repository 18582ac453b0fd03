package org.curtail.workflow.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.curtail.Percentile;
import org.curtail.testkit.Cases;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StageTimes;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowPlan;
import org.junit.jupiter.api.Test;

class WhatIfTest {
  @Test
  void aStageThatNeverExceedsItsMedianIsWorthItsTail() {
    Workflow workflow =
        Workflow.of(
            "w",
            List.of(
                Stage.of("a", List.of(), 1, StageTimes.independent(new double[] {1, 2, 90})),
                Stage.of("b", List.of("a"), 1, StageTimes.independent(new double[] {5, 5, 6}))));
    WhatIf whatIf =
        WhatIf.of(WorkflowSimulation.of(workflow, 5000, 1), WorkflowPlan.none(workflow), 100);
    assertThat(whatIf.asIsMillis()).isEqualTo(96);
    assertThat(whatIf.stages())
        .containsExactly(new WhatIf.Steady("a", 2, 8), new WhatIf.Steady("b", 5, 95));
  }

  /** The recalculation of few requests equals a run of all of them. */
  @Test
  void itIsWhatARunWithCappedVisitsGives() {
    Cases.random(
        1,
        Cases.count(50, 150),
        random -> {
          Workflow workflow = RandomWorkflows.any(random);
          WorkflowPlan plan =
              random.nextBoolean()
                  ? RandomWorkflows.reissuing(random, workflow)
                  : RandomWorkflows.anything(random, workflow);
          WorkflowSimulation simulation = WorkflowSimulation.of(workflow, 600, random.nextLong());
          double percentile = random.nextDouble(0, 100);
          WhatIf whatIf = WhatIf.of(simulation, plan, percentile);
          assertThat(whatIf.asIsMillis())
              .isEqualTo(simulation.run(plan).percentileMillis(percentile));
          for (int s = 0; s < workflow.stages().size(); s++) {
            WhatIf.Steady steady = whatIf.stages().get(s);
            double[] visits = simulation.stageLatenciesMillis(plan, steady.stage());
            Arrays.sort(visits);
            if (visits.length > 0) {
              assertThat(steady.medianMillis()).isEqualTo(Percentile.of(visits, 50));
            }
            double[] capMillis = WorkflowRun.uncapped(workflow);
            capMillis[s] = steady.medianMillis();
            WorkflowResult capped = new WorkflowRun(simulation, plan, capMillis).run(b -> {});
            assertThat(steady.percentileMillis()).isEqualTo(capped.percentileMillis(percentile));
          }
        });
  }
}
