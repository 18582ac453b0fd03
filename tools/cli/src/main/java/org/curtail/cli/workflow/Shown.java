package org.curtail.cli.workflow;

import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.text.Output;
import org.curtail.benchkit.text.Table;
import org.curtail.benchkit.text.Unit;
import org.curtail.workflow.Stage;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.simulate.Blame;
import org.curtail.workflow.simulate.Blame.StageBlame;
import org.curtail.workflow.simulate.WhatIf;
import org.curtail.workflow.simulate.WorkflowResult;
import org.curtail.workflow.simulate.WorkflowSimulation;

/**
 * The sources of a workflow's latency without copies.
 *
 * @param percentile chosen percentile of the tail
 * @param simulation simulation of the requests
 * @param result result of the simulation
 * @param tails tails of each stage
 * @param blame blame of each stage
 * @param whatIf tails if a stage never took longer than its median
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

  /**
   * Computes the sources in parallel with other tasks. The sources are available when all tasks are
   * done.
   */
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

  /** The stage that causes slow requests most often. */
  StageBlame worst() {
    return blame.stages().stream()
        .max(Comparator.comparingDouble(StageBlame::blamedFraction))
        .orElseThrow();
  }

  /**
   * The stage whose effect on the tail is greatest, with the tail if this stage never took longer
   * than its median.
   */
  WhatIf.Steady mostToGain() {
    return whatIf.stages().stream()
        .min(Comparator.comparingDouble(WhatIf.Steady::percentileMillis))
        .orElseThrow();
  }

  /** The output for people and programs. */
  Output output() {
    return new Output()
        .field("workflow", workflow().name())
        .field("percentile", percentile)
        .field("requests", simulation.requests())
        .field("seed", simulation.seed())
        .field("p50Ms", result.percentileMillis(50))
        .field("p99Ms", result.percentileMillis(99))
        .field("tailMs", result.percentileMillis(percentile))
        .field("meanMs", result.meanMillis())
        .field("totalCost", workflow().totalCost())
        .field("slowestShare", blame.slowestShare())
        .field("slowestFromMs", blame.slowestFromMillis())
        .line(WorkflowText.line(workflow()))
        .line(
            "From end to end: p50 %s, %s %s; %s, seed %d"
                .formatted(
                    Numbers.time(result.percentileMillis(50)),
                    tail(),
                    Numbers.time(result.percentileMillis(percentile)),
                    WorkflowText.counted(simulation.requests(), "simulated request"),
                    simulation.seed()))
        .gap()
        .table("stages", table())
        .gap()
        .line(worstInWords())
        .line(mostToGainInWords());
  }

  private String tail() {
    return Numbers.percentile(percentile);
  }

  private Table<Integer> table() {
    List<Stage> stages = workflow().stages();
    List<StageBlame> blames = blame.stages();
    return Table.ofIndices(stages.size())
        .add("stage", "name", Unit.WORDS, i -> stages.get(i).name())
        .field("after", i -> stages.get(i).after())
        .field("within", i -> stages.get(i).within())
        .show("after", Unit.WORDS, i -> WorkflowText.after(stages.get(i)))
        .add("cost", "cost", Unit.NUMBER, i -> stages.get(i).cost())
        .show("servers", Unit.WORDS, i -> WorkflowText.servers(stages.get(i).responders()))
        .field("fanOut", i -> stages.get(i).responders().count())
        .field("waitFor", i -> stages.get(i).responders().needed())
        .field("samples", i -> stages.get(i).times().size())
        .add("p50 ms", "p50Ms", Unit.NUMBER, i -> tails.get(i).medianMillis())
        .add(tail() + " ms", "tailMs", Unit.NUMBER, i -> tails.get(i).tailMillis())
        .field("meanMs", i -> result.meanMillis(i))
        .field("contributionMs", i -> blames.get(i).meanMillis())
        .field("contributionOfSlowestMs", i -> blames.get(i).meanOfSlowestMillis())
        .add("on path", "onPath", Unit.PERCENT, i -> blames.get(i).criticalFraction())
        .field("onPathOfSlowest", i -> blames.get(i).criticalFractionOfSlowest())
        .add("to blame", "blame", Unit.PERCENT, i -> blames.get(i).blamedFraction())
        .add(
            "never above p50: " + tail() + " ms",
            "neverAboveMedianTailMs",
            Unit.NUMBER,
            i -> whatIf.stages().get(i).percentileMillis());
  }

  private String worstInWords() {
    String slowest = Numbers.percent(blame.slowestShare());
    String from = Numbers.time(blame.slowestFromMillis());
    StageBlame worst = worst();
    return worst.blamedFraction() == 0
        ? "No stage is to blame: in the slowest %s of the requests, from %s on, none delayed the answer by more than its mean and two standard deviations."
            .formatted(slowest, from)
        : "%s is to blame most often: in %s of the slowest %s of the requests, from %s on."
            .formatted(worst.stage(), Numbers.percent(worst.blamedFraction()), slowest, from);
  }

  private String mostToGainInWords() {
    WhatIf.Steady most = mostToGain();
    String now = Numbers.time(whatIf.asIsMillis());
    return most.percentileMillis() >= whatIf.asIsMillis()
        ? "No stage alone would lower %s, %s, by never taking longer than its median."
            .formatted(tail(), now)
        : "If %s never took longer than its median, %s would be %s instead of %s."
            .formatted(most.stage(), tail(), Numbers.time(most.percentileMillis()), now);
  }
}
