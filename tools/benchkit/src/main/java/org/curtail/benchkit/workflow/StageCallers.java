package org.curtail.benchkit.workflow;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import org.curtail.benchkit.replicas.SentCopies;
import org.curtail.hedge.Hedge;
import org.curtail.hedge.HedgeBudget;
import org.curtail.hedge.HedgeSetup;
import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.reissue.plan.PlanDocument;
import org.curtail.workflow.CatchUp;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StagePlan;
import org.curtail.workflow.StageTimes;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.plan.StageBudgets;
import org.jspecify.annotations.Nullable;

/**
 * The callers of all stages. A stage with another policy for late visits has a second caller for
 * them. Each hedge keeps the budget of its stage.
 */
final class StageCallers implements AutoCloseable {
  private final List<StageCaller> usual;
  private final List<@Nullable StageCaller> late;

  private StageCallers(List<StageCaller> usual, List<@Nullable StageCaller> late) {
    this.usual = usual;
    this.late = late;
  }

  static StageCallers start(
      WorkflowSetting setting, WorkflowContender contender, ScheduledExecutorService timer) {
    return switch (contender) {
      case WorkflowContender.Planned planned -> hedged(setting, planned);
      case WorkflowContender.TimeOuts timeOuts ->
          timedOut(setting.workflow(), timeOuts.percentile(), timer);
    };
  }

  private static StageCallers hedged(WorkflowSetting setting, WorkflowContender.Planned planned) {
    Workflow workflow = setting.workflow();
    WorkflowPlan plan = planned.plan();
    Map<String, PlanDocument> budgets = StageBudgets.of(workflow, plan);
    var usual = new ArrayList<StageCaller>();
    var late = new ArrayList<@Nullable StageCaller>();
    for (StagePlan ofStage : plan.stages()) {
      String stage = ofStage.stage();
      PlanDocument budget = budgets.get(stage);
      // A hedge that sends no copies: all contenders use the same code.
      HedgeSetup setup = budget == null ? Hedge.of(ReissuePolicy.NONE) : Hedge.of(budget.plan());
      long seed = setting.seed() + usual.size();
      usual.add(started(setup, planned.name() + " " + stage, seed));
      ReissuePolicy eager =
          plan.catchUp() instanceof CatchUp.GlobalReissue global
              ? global.policies().get(stage)
              : null;
      late.add(
          eager == null
              ? null
              : started(
                  withinBudget(eager, workflow.stage(stage)),
                  planned.name() + " late " + stage,
                  ~seed));
    }
    return new StageCallers(usual, late);
  }

  /**
   * Returns a setup whose budget is the share of copies that the policy predicts from the stage's
   * times.
   */
  private static HedgeSetup withinBudget(ReissuePolicy policy, Stage stage) {
    double fraction =
        policy.reissues().stream()
            .mapToDouble(copy -> copy.probability() * shareAbove(stage.times(), copy))
            .sum();
    return fraction > 0
        ? Hedge.of(policy).budget(HedgeBudget.of(fraction))
        : Hedge.of(ReissuePolicy.NONE);
  }

  private static double shareAbove(StageTimes times, Reissue copy) {
    int above = 0;
    for (int i = 0; i < times.size(); i++) {
      above += times.firstMillis(i) > copy.delayMillis() ? 1 : 0;
    }
    return (double) above / times.size();
  }

  /**
   * Starts a hedge that sends copies at once: plans come from the stages' times, not from these
   * calls.
   */
  private static StageCaller started(HedgeSetup setup, String name, long seed) {
    return new HedgedStage(setup.named(name).idempotent().leastSamples(0).seed(seed).start());
  }

  private static StageCallers timedOut(
      Workflow workflow, double percentile, ScheduledExecutorService timer) {
    var usual = new ArrayList<StageCaller>();
    var late = new ArrayList<@Nullable StageCaller>();
    for (Stage stage : workflow.stages()) {
      usual.add(new TimedOutStage(Math.round(TimeOutRule.millis(stage, percentile) * 1e6), timer));
      late.add(null);
    }
    return new StageCallers(usual, late);
  }

  /** Returns the caller for a visit. */
  StageCaller of(int stage, boolean isLate) {
    StageCaller eager = isLate ? late.get(stage) : null;
    return eager == null ? usual.get(stage) : eager;
  }

  /** Returns the copies of both callers of a stage. */
  SentCopies soFar(int stage) {
    StageCaller eager = late.get(stage);
    SentCopies copies = usual.get(stage).soFar();
    return eager == null ? copies : copies.plus(eager.soFar());
  }

  @Override
  public void close() {
    usual.forEach(StageCaller::close);
    for (StageCaller eager : late) {
      if (eager != null) {
        eager.close();
      }
    }
  }
}
