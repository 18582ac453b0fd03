package org.curtail.app.workflow;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.curtail.workflow.Blame;
import org.curtail.workflow.StageBlame;
import org.curtail.workflow.WhatIf;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.WorkflowResult;
import org.curtail.workflow.WorkflowSimulation;

/**
 * Where the latency of a workflow comes from, as nothing is sent again.
 *
 * @param percentile that matters
 * @param simulation of the requests that it is told from
 * @param result of them
 * @param tails how long each stage takes
 * @param blame of each stage
 * @param whatIf a stage never took longer than its median
 */
record Shown(
    double percentile,
    WorkflowSimulation simulation,
    WorkflowResult result,
    List<StageTail> tails,
    Blame blame,
    WhatIf whatIf) {
  static Shown of(WorkflowSimulation simulation, double percentile) {
    WorkflowPlan none = WorkflowPlan.none(simulation.workflow());
    return new Shown(
        percentile,
        simulation,
        simulation.run(none),
        StageTail.of(simulation, none, percentile),
        Blame.of(simulation, none),
        WhatIf.of(simulation, none, percentile));
  }

  Workflow workflow() {
    return simulation.workflow();
  }

  /** The stage that is to blame most often. */
  StageBlame worst() {
    return blame.stages().stream()
        .max(Comparator.comparingDouble(StageBlame::blamedFraction))
        .orElseThrow();
  }

  /** The stage that would lower the tail most if it were steady, and to what. */
  WhatIf.Steady mostToGain() {
    return whatIf.stages().stream()
        .min(Comparator.comparingDouble(WhatIf.Steady::percentileMillis))
        .orElseThrow();
  }

  /** All stages, those to blame most often first. */
  List<Integer> byBlame() {
    return IntStream.range(0, workflow().stages().size())
        .boxed()
        .sorted(Comparator.comparingDouble(i -> -blame.stages().get(i).blamedFraction()))
        .toList();
  }
}
