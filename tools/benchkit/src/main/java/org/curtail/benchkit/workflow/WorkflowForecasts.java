package org.curtail.benchkit.workflow;

import static java.util.Objects.requireNonNull;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.curtail.benchkit.results.LiveWorkflow.Predicted;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.load.WorkflowLoadResult;
import org.curtail.workflow.load.WorkflowTraffic;
import org.curtail.workflow.simulate.WorkflowResult;
import org.curtail.workflow.simulate.WorkflowSimulation;
import org.jspecify.annotations.Nullable;

/**
 * Simulations of contenders, for comparison with measurements: one without queues, as in plans, and
 * one with the measured servers and load. Both simulations ignore noise and HTTP.
 */
final class WorkflowForecasts {
  /** Number of requests: gives a p99 within 1 to 2 %. */
  private static final int REQUESTS = 20_000;

  /** Number of first requests that do not count, since they arrive at empty servers. */
  private static final int WARM_UP = 1000;

  private final WorkflowSetting setting;
  private final Map<String, Predicted> withoutQueues = new LinkedHashMap<>();
  private final Map<Double, Map<String, Predicted>> underLoad = new LinkedHashMap<>();

  /** Simulates all contenders with a plan. */
  WorkflowForecasts(WorkflowSetting setting) {
    this.setting = setting;
    var simulation = WorkflowSimulation.of(setting.workflow(), REQUESTS, setting.seed());
    WorkflowPlan none = WorkflowPlan.none(setting.workflow());
    double withoutMillis = simulation.run(none).percentileMillis(99);
    forPlans((name, plan) -> {
      WorkflowResult result = simulation.run(plan);
      withoutQueues.put(
          name,
          predicted(
              result.percentileMillis(99), withoutMillis, result.budgetUsed(), result.loss()));
    });
    setting.loads().forEach(load -> underLoad.put(load, underLoad(load, none)));
  }

  private Map<String, Predicted> underLoad(double load, WorkflowPlan none) {
    var traffic =
        WorkflowTraffic.poisson(setting.perSecond(load), REQUESTS + WARM_UP, setting.seed());
    double withoutMillis = run(none, traffic).percentileMillis(99);
    var byName = new LinkedHashMap<String, Predicted>();
    forPlans((name, plan) -> {
      WorkflowLoadResult result = run(plan, traffic);
      byName.put(
          name,
          predicted(
              result.percentileMillis(99), withoutMillis, result.budgetUsed(), result.loss()));
    });
    return byName;
  }

  private WorkflowLoadResult run(WorkflowPlan plan, WorkflowTraffic traffic) {
    return setting.underLoad().run(plan, traffic).afterWarmUp(WARM_UP);
  }

  private void forPlans(BiConsumer<String, WorkflowPlan> task) {
    for (WorkflowContender contender : setting.contenders()) {
      contender.planned().ifPresent(plan -> task.accept(contender.name(), plan));
    }
  }

  private static Predicted predicted(
      double p99Millis, double withoutMillis, double budgetUsed, double loss) {
    return new Predicted(
        p99Millis, withoutMillis == 0 ? 1 : p99Millis / withoutMillis, budgetUsed, loss);
  }

  /** Returns results without queues; null if the contender has no plan. */
  @Nullable Predicted withoutQueues(WorkflowContender contender) {
    return withoutQueues.get(contender.name());
  }

  /** Returns results with queues; null if the contender has no plan. */
  @Nullable Predicted underLoad(WorkflowContender contender, double load) {
    return requireNonNull(underLoad.get(load)).get(contender.name());
  }
}
