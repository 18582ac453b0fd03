package org.curtail.benchkit.workflow;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.curtail.benchkit.replicas.BlockFigures;
import org.curtail.benchkit.replicas.BlockOutcomes;
import org.curtail.benchkit.results.Comparison;
import org.curtail.benchkit.results.Interruption;
import org.curtail.benchkit.results.LiveStage;
import org.curtail.benchkit.results.LiveWorkflow;
import org.curtail.benchkit.results.Run;
import org.curtail.workflow.Stage;
import org.jspecify.annotations.Nullable;

/** Makes figures of all blocks at one load. */
final class WorkflowRuns {
  private final WorkflowSetting setting;
  private final WorkflowForecasts forecasts;
  private final double load;
  private final int cores;
  private final BlockOutcomes<WorkflowContender, WorkflowOutcome> outcomes;

  /**
   * Without blocks yet.
   *
   * @param load a share of the busiest stage's slots
   * @param cores of this machine
   */
  WorkflowRuns(WorkflowSetting setting, WorkflowForecasts forecasts, double load, int cores) {
    this.setting = setting;
    this.forecasts = forecasts;
    this.load = load;
    this.cores = cores;
    outcomes =
        new BlockOutcomes<>(setting.contenders(), WorkflowContender::name, WorkflowOutcome::block);
  }

  /** Adds a block of each of these contenders, all on the same trace. */
  void add(Map<WorkflowContender, WorkflowOutcome> group) {
    outcomes.add(group);
  }

  /** The contenders without any block. */
  List<Interruption.Missing> missing() {
    return outcomes.missing(load);
  }

  /** Why a request failed, if one did. */
  Optional<String> failure() {
    return outcomes.failure();
  }

  /** One run per contender that has a block, in order. */
  List<Run> runs() {
    return outcomes.runs(
        load,
        setting.perSecond(load),
        cores,
        setting.seed(),
        (contender, figures) ->
            figures.run(
                contender.name(),
                outcomes.blocks(contender),
                against(contender, figures),
                null,
                live(contender, outcomes.of(contender))));
  }

  /**
   * The plan against each of the others, all against nothing, which comes last: so there is nothing
   * without that. One block shows no interval, so it has none.
   */
  private List<Comparison> against(WorkflowContender contender, BlockFigures figures) {
    var against = new ArrayList<Comparison>();
    boolean hasNone = outcomes.contenders().stream().anyMatch(WorkflowRuns::isNone);
    if (!hasNone || isNone(contender) || outcomes.of(contender).size() < 2) {
      return against;
    }
    boolean isPlan = contender.name().equals(WorkflowContender.PLAN);
    List<WorkflowContender> others = new ArrayList<>(outcomes.contenders());
    // Against nothing comes last: that is what a reader of several loads is shown first.
    others.sort(Comparator.comparing(WorkflowRuns::isNone));
    for (WorkflowContender other : others) {
      boolean isBeside =
          !other.equals(contender) && outcomes.of(other).size() == outcomes.of(contender).size();
      if (isBeside && (isPlan || isNone(other))) {
        against.add(
            figures.against(other.name(), outcomes.blocks(contender), outcomes.blocks(other)));
      }
    }
    return against;
  }

  private static boolean isNone(WorkflowContender contender) {
    return contender.name().equals(WorkflowContender.NONE);
  }

  private LiveWorkflow live(WorkflowContender contender, List<WorkflowOutcome> own) {
    double[] costs = own.stream().mapToDouble(WorkflowOutcome::copiesCost).toArray();
    double cost = mean(costs);
    int requests = own.stream().mapToInt(outcome -> outcome.block().requests()).sum();
    var stages = new ArrayList<LiveStage>();
    for (int s = 0; s < setting.workflow().stages().size(); s++) {
      stages.add(stage(s, contender, own));
    }
    return new LiveWorkflow(
        contender.budget().isPresent() ? contender.budget().getAsDouble() : null,
        cost,
        2 * BlockFigures.standardError(costs, cost, requests),
        mean(own.stream().mapToDouble(WorkflowOutcome::loss).toArray()),
        forecasts.withoutQueues(contender),
        forecasts.underLoad(contender, load),
        stages,
        Math.toIntExact(own.stream().mapToLong(WorkflowOutcome::lostConnections).sum()));
  }

  /** Blocks have equally many requests. */
  private static double mean(double[] ofBlocks) {
    double sum = 0;
    for (double value : ofBlocks) {
      sum += value;
    }
    return sum / ofBlocks.length;
  }

  private LiveStage stage(int index, WorkflowContender contender, List<WorkflowOutcome> own) {
    Stage stage = setting.workflow().stages().get(index);
    StageCounter.Tally all = StageCounter.Tally.NONE;
    for (WorkflowOutcome outcome : own) {
      all = all.plus(outcome.stages().get(index));
    }
    double[] shares =
        own.stream().mapToDouble(outcome -> outcome.stages().get(index).share()).toArray();
    return new LiveStage(
        stage.name(),
        Math.toIntExact(all.calls()),
        Math.toIntExact(all.copies().sent()),
        planned(contender, index),
        all.share(),
        2 * BlockFigures.standardError(shares, all.share(), all.calls()),
        Math.toIntExact(all.copies().overBudget()),
        Math.toIntExact(all.copies().overLoad()),
        all.loss());
  }

  private static @Nullable Double planned(WorkflowContender contender, int stage) {
    return contender
        .planned()
        .map(plan -> (Double) plan.stages().get(stage).reissueFraction())
        .orElse(null);
  }
}
