package org.curtail.cli.workflow;

import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import org.curtail.benchkit.terminal.Console;
import org.curtail.workflow.Blame;
import org.curtail.workflow.Blame.StageBlame;
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
  static Shown of(WorkflowSimulation simulation, double percentile, Console console)
      throws InterruptedException {
    try (var cores = new OnAllCores("figures", console)) {
      Supplier<Shown> shown = begin(simulation, percentile, cores);
      cores.await();
      return shown.get();
    }
  }

  /** The same beside other tasks; to be asked for when they are done. */
  static Supplier<Shown> begin(WorkflowSimulation simulation, double percentile, OnAllCores cores) {
    WorkflowPlan none = WorkflowPlan.none(simulation.workflow());
    Supplier<WhatIf> whatIf = cores.begin(() -> WhatIf.of(simulation, none, percentile));
    Supplier<Blame> blame = cores.begin(() -> Blame.of(simulation, none));
    Supplier<List<StageTail>> tails = cores.begin(() -> StageTail.of(simulation, none, percentile));
    return () ->
        new Shown(
            percentile, simulation, simulation.run(none), tails.get(), blame.get(), whatIf.get());
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
}
