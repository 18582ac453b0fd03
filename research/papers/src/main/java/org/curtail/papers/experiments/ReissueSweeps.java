package org.curtail.papers.experiments;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.DoubleFunction;
import org.curtail.benchkit.text.Numbers;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePlanner;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.replicas.Cancellation;
import org.curtail.replicas.Reissuing;
import org.curtail.replicas.ReplicaChoice;
import org.curtail.replicas.ReplicaSimulation;

/**
 * The measurements of reissue: budgets at one load, loads at one budget, and opponents. Each plan
 * has its own task and its own requests.
 */
final class ReissueSweeps {
  static final double PERCENTILE = 99;
  static final String NONE = "none";
  static final String SINGLE_D = "SingleD";
  static final String SINGLE_R = "SingleR";
  static final String PLANNED_ONCE = "SingleR, planned without load";
  static final String WITH_BUCKET = "the same with a token bucket";

  /** Budgets in percent. */
  static final List<Double> BUDGETS = List.of(0.5, 1.0, 2.0, 3.0, 4.0, 6.0, 8.0);

  /** Budgets that are too large, in percent. */
  static final List<Double> LARGE_BUDGETS = List.of(1.0, 2.0, 3.0, 5.0, 10.0, 20.0, 30.0);

  static final List<Double> FEW_BUDGETS = List.of(1.0, 2.0, 5.0);
  static final List<Double> LOADS = List.of(0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8);

  /** Budget of the comparison over loads, in percent. */
  static final double BUDGET = 2;

  /** Load of the paper's simulations. */
  static final double PAPER_LOAD = 0.3;

  /** Budgets of the paper's systems. */
  static final List<Double> SYSTEM_LOADS = List.of(0.4, 0.5, 0.6);

  /** The load under which too many copies do harm. */
  static final double HIGH_LOAD = 0.7;

  static final String BALANCED = "shortest queue";
  static final String BALANCED_SINGLE_R = "shortest queue + SingleR";
  static final String LAEDGE = "LAEDGE";
  static final String TIED = "tied";
  static final String HEDGE_P95 = "hedge at p95";

  /** Seed of plans, different from the seeds of measurements. */
  private static final long OTHER_SEEDS = 1_000_000;

  /** Requests of a log, longer than a test. */
  private static final int TRAINING_FACTOR = 5;

  private final ScenarioRunner runner;
  private final List<Callable<ReplicaPolicy>> planned = new ArrayList<>();

  ReissueSweeps(ScenarioRunner runner) {
    this.runner = runner;
  }

  /** Returns a policy at a budget in percent. */
  static String at(String policy, double budgetPercent) {
    return "%s, %s %%".formatted(policy, Numbers.plain(budgetPercent));
  }

  static ReissueGoal goal(double budgetPercent) {
    return new ReissueGoal(PERCENTILE, budgetPercent / 100);
  }

  /** Plans and measures all sweeps. */
  ReplicaMeasurements measure() throws InterruptedException {
    return ReplicaMeasurements.measure(runner, runner.all(planned));
  }

  private ReissueTraining training(ReplicaScenario scenario) {
    return new ReissueTraining(
        scenario, TRAINING_FACTOR * runner.requests(), runner.seeds().getFirst() + OTHER_SEEDS);
  }

  private void add(ReplicaScenario scenario, String name, ReplicaSimulation simulation) {
    planned.add(() -> new ReplicaPolicy(scenario, name, simulation));
  }

  private void add(ReplicaScenario scenario, String name, Callable<ReissuePolicy> plan) {
    planned.add(() -> new ReplicaPolicy(scenario, name, scenario.service().reissuing(plan.call())));
  }

  /** Plans without queues, which need no iteration. */
  void withoutQueues(ReplicaScenario scenario) {
    add(scenario, NONE, scenario.service());
    for (double budget : BUDGETS) {
      add(
          scenario,
          at(SINGLE_D, budget),
          () -> ReissuePlanner.singleD(training(scenario).pairs(), goal(budget)).policy());
      add(
          scenario,
          at(SINGLE_R, budget),
          () -> ReissuePlanner.singleR(training(scenario).pairs(), goal(budget)).policy());
    }
  }

  /** Adds budgets at a load. Plans are made under this load, and clients stop beyond the budget. */
  void budgets(ReplicaScenario scenario, List<Double> budgets) {
    add(scenario, NONE, scenario.service());
    for (double budget : budgets) {
      addWithBucket(
          scenario, at(SINGLE_D, budget), budget, () -> training(scenario).singleD(goal(budget)));
      addWithBucket(
          scenario, at(SINGLE_R, budget), budget, () -> training(scenario).singleR(goal(budget)));
    }
  }

  private void addWithBucket(
      ReplicaScenario scenario, String name, double budget, Callable<ReissuePolicy> plan) {
    planned.add(() ->
        new ReplicaPolicy(
            scenario,
            name,
            scenario
                .service()
                .within(ReissueTraining.bucket(goal(budget)))
                .reissuing(plan.call())));
  }

  /** Adds plans without knowledge of the load of copies. */
  void plannedOnce(ReplicaScenario scenario, List<Double> budgets) {
    for (double budget : budgets) {
      add(
          scenario,
          at(PLANNED_ONCE, budget),
          () -> training(scenario).singleRPlannedOnce(goal(budget)));
      addWithBucket(
          scenario,
          at(WITH_BUCKET, budget),
          budget,
          () -> training(scenario).singleRPlannedOnce(goal(budget)));
    }
  }

  /** Measures all policies at each load; the losing copy is cancelled at once. */
  void opponents(DoubleFunction<ReplicaScenario> atLoad) {
    for (double load : LOADS) {
      ReplicaScenario scenario = atLoad.apply(load);
      ReplicaSimulation random = scenario.service().cancelling(Cancellation.AT_ONCE);
      ReplicaSimulation balanced = random.choosing(ReplicaChoice.SHORTEST_QUEUE);
      add(scenario, NONE, random);
      for (ReplicaChoice choice :
          List.of(
              ReplicaChoice.ROUND_ROBIN,
              ReplicaChoice.TWO_CHOICES,
              ReplicaChoice.C3,
              ReplicaChoice.PREQUAL)) {
        add(scenario, choice.name(), random.choosing(choice));
      }
      add(scenario, BALANCED, balanced);
      add(scenario, LAEDGE, random.reissuing(Reissuing.LAEDGE));
      add(scenario, TIED, random.reissuing(new Reissuing.Tied(0)));
      add(scenario, HEDGE_P95, random.reissuing(Reissuing.HEDGE_AT_P95));
      planned.add(() ->
          new ReplicaPolicy(
              scenario,
              SINGLE_R,
              random
                  .within(ReissueTraining.bucket(goal(BUDGET)))
                  .reissuing(training(scenario).singleR(goal(BUDGET)))));
      planned.add(() -> {
        var service =
            new ReplicaScenario(
                scenario.name(),
                scenario.service().choosing(ReplicaChoice.SHORTEST_QUEUE),
                scenario.times(),
                scenario.perSecond());
        return new ReplicaPolicy(
            scenario,
            BALANCED_SINGLE_R,
            balanced
                .within(ReissueTraining.bucket(goal(BUDGET)))
                .reissuing(training(service).singleR(goal(BUDGET))));
      });
    }
  }
}
