package org.curtail.papers.experiments;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.curtail.benchkit.standin.KwikenFit;
import org.curtail.benchkit.standin.KwikenWorkflow;
import org.curtail.benchkit.text.Numbers;
import org.curtail.workflow.CatchUpBudget;
import org.curtail.workflow.PartialAnswer;
import org.curtail.workflow.PlanOptions;
import org.curtail.workflow.ResponderTraces;
import org.curtail.workflow.Responders;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StagePlan;
import org.curtail.workflow.StageTimes;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowGoal;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.partial.CombinedPlanner;
import org.curtail.workflow.partial.PartialAnswers;
import org.curtail.workflow.partial.Visits;
import org.curtail.workflow.plan.WorkflowCurves;
import org.curtail.workflow.simulate.WorkflowSimulation;

/**
 * Copies and partial answers together in one large workflow of one fit (Kwiken paper, section 5.5,
 * Figure 14). Of its 150 stages, three have many servers and partial answers. Each server of these
 * three takes as long as the slowest of the other stages, since these stages are the search itself.
 * The paper does not give their share of the tail.
 *
 * @param runs runs by the name of the plan
 * @param stages the ten stages with the greatest variance, the greatest first
 */
record KwikenTogether(Map<String, KwikenRun> runs, List<Part> stages) {
  /** Number of stages in the paper; a smaller experiment has fewer. */
  static final int STAGES = 150;

  static final int SHOWN = 10;

  /** Budget in percent. */
  static final List<Double> BUDGETS = List.of(1.0, 3.0, 10.0);

  static final List<Double> LOSSES = List.of(0.02, 0.1, 0.5);

  static final double BUDGET = 3;
  static final double LOSS = 0.1;

  static final String BOTH = "copies and partial answers";
  static final String COPIES = "copies only";
  static final String PARTIAL = "partial answers only";
  static final String COPIES_AND_FRACTION = "copies; wait for a fraction";

  /** Calls of the three stages, for the times of copies. */
  private static final int CALLS = 2_000;

  /**
   * The three stages follow the stage at the first share of the others. The stage at the second
   * share waits for them.
   */
  private static final double BEFORE = 0.25;

  private static final double BEHIND = 0.65;

  KwikenTogether {
    runs = Map.copyOf(runs);
    stages = List.copyOf(stages);
  }

  /** A stage's share of the whole, in percent: of the variance, and of the budget for copies. */
  record Part(String stage, double variancePercent, double budgetPercent) {}

  KwikenRun run(String plan, double budgetPercent, double lossPercent) {
    KwikenRun run = runs.get(at(plan, budgetPercent, lossPercent));
    if (run == null) {
      throw new IllegalArgumentException("not measured: " + at(plan, budgetPercent, lossPercent));
    }
    return run;
  }

  private static String at(String plan, double budgetPercent, double lossPercent) {
    return "%s, %s %%, %s %%"
        .formatted(plan, Numbers.plain(budgetPercent), Numbers.plain(lossPercent));
  }

  /** Measures all plans. */
  static KwikenTogether measure(KwikenMeasured.Sizes sizes, long seed) {
    var base =
        KwikenWorkflow.ofStages(
            "great", sizes.stages() - 3, KwikenFit.of(seed), seed, sizes.samples());
    double slowest =
        base.training().stages().stream()
            .mapToDouble(KwikenTogether::meanMillis)
            .max()
            .orElseThrow();
    Workflow training = with(base.training(), slowest, sizes, seed, 0);
    Workflow test = with(base.test(), slowest, sizes, seed, 1);
    var measured = new Measuring(training, test, sizes.requests(), seed);
    for (double budget : BUDGETS) {
      measured.run(COPIES, budget, 0);
      measured.run(BOTH, budget, LOSS);
      measured.fraction(budget, seed);
    }
    for (double loss : LOSSES) {
      measured.run(PARTIAL, 0, loss);
      if (loss != LOSS) {
        measured.run(BOTH, BUDGET, loss);
      }
    }
    return new KwikenTogether(measured.runs, measured.parts());
  }

  /**
   * The same workflow with the three stages of many servers.
   *
   * @param medianMillis median time of one of their servers
   */
  private static Workflow with(
      Workflow base, double medianMillis, KwikenMeasured.Sizes sizes, long seed, int day) {
    var stages = new ArrayList<Stage>();
    List<String> names = KwikenResponders.ALL.stream().map(KwikenResponders::name).toList();
    for (Stage stage : base.stages()) {
      stages.add(stage.name().equals(at(base, BEHIND)) ? after(stage, names) : stage);
    }
    for (KwikenResponders many : sizes.manyServers()) {
      ResponderTraces traces = many.visits(sizes.visits(), seed, day, medianMillis);
      StageTimes calls = traces.times(CALLS);
      double cost = mean(calls) * many.servers();
      stages.add(
          Stage.of(many.name(), List.of(at(base, BEFORE)), cost, calls)
              .asking(Responders.allOf(many.servers()))
              .traced(traces));
    }
    return Workflow.of(base.name(), stages);
  }

  private static String at(Workflow base, double share) {
    return base.stages().get((int) (share * base.stages().size())).name();
  }

  private static double meanMillis(Stage stage) {
    return mean(stage.times());
  }

  private static double mean(StageTimes times) {
    return Arrays.stream(times.firstMillis()).average().orElseThrow();
  }

  private static Stage after(Stage stage, List<String> more) {
    var after = new ArrayList<>(stage.after());
    after.addAll(more);
    return Stage.of(stage.name(), after, stage.cost(), stage.times());
  }

  /** Runs plans from the training days on the same requests of the test days. */
  private static final class Measuring {
    private final WorkflowCurves curves;
    private final PlanOptions options;
    private final WorkflowSimulation simulation;
    private final KwikenTail without;
    private final Map<String, KwikenRun> runs = new LinkedHashMap<>();
    private final Map<String, WorkflowPlan> plans = new LinkedHashMap<>();

    Measuring(Workflow training, Workflow test, int requests, long seed) {
      curves = WorkflowCurves.of(training);
      options = PlanOptions.DEFAULT.simulating(Math.max(1_000, requests), seed + 1);
      simulation = WorkflowSimulation.of(test, requests, seed);
      without = KwikenTail.of(simulation.run(WorkflowPlan.none(test)));
    }

    void run(String name, double budgetPercent, double lossPercent) {
      WorkflowPlan plan =
          CombinedPlanner.plan(
              curves,
              new WorkflowGoal(KwikenPlans.PERCENTILE, budgetPercent / 100, lossPercent / 100),
              CatchUpBudget.NONE,
              options);
      plans.put(at(name, budgetPercent, lossPercent), plan);
      run(at(name, budgetPercent, lossPercent), plan);
    }

    private void run(String name, WorkflowPlan plan) {
      runs.put(name, KwikenRun.of(without, simulation.run(plan)));
    }

    /** Returns the copies of a plan without loss, with three stages that wait for a fraction. */
    void fraction(double budgetPercent, long seed) {
      WorkflowPlan copies = requireNonNull(plans.get(at(COPIES, budgetPercent, 0)));
      var stages = new ArrayList<StagePlan>();
      for (StagePlan of : copies.stages()) {
        Stage stage = curves.workflow().stage(of.stage());
        stages.add(
            stage.traces() == null
                ? of
                : new StagePlan(
                    of.stage(), of.policy(), of.reissueFraction(), fractionOf(stage, seed), 0));
      }
      run(
          at(COPIES_AND_FRACTION, budgetPercent, LOSS),
          new WorkflowPlan(copies.workflow(), copies.goal(), stages, copies.catchUp()));
    }

    /** Returns the plan in which each stage may lose as much as all together. */
    private static PartialAnswer fractionOf(Stage stage, long seed) {
      return PartialAnswers.waitForFraction(Visits.of(stage, 1, seed), LOSS / 100);
    }

    List<Part> parts() {
      var result = simulation.run(WorkflowPlan.none(simulation.workflow()));
      WorkflowPlan plan = requireNonNull(plans.get(at(BOTH, BUDGET, LOSS)));
      double variance = 0;
      double cost = 0;
      for (int s = 0; s < plan.stages().size(); s++) {
        variance += result.varianceMillisSquared(s);
        cost += cost(plan, s);
      }
      var parts = new ArrayList<Part>();
      for (int s = 0; s < plan.stages().size(); s++) {
        parts.add(
            new Part(
                plan.stages().get(s).stage(),
                100 * result.varianceMillisSquared(s) / variance,
                cost > 0 ? 100 * cost(plan, s) / cost : 0));
      }
      parts.sort((a, b) -> Double.compare(b.variancePercent(), a.variancePercent()));
      return parts.subList(0, Math.min(SHOWN, parts.size()));
    }

    private double cost(WorkflowPlan plan, int stage) {
      return plan.stages().get(stage).reissueFraction()
          * curves.workflow().stages().get(stage).cost();
    }
  }
}
