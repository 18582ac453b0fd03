package org.curtail.benchkit.workflow;

import static java.util.Objects.requireNonNull;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.curtail.benchkit.results.LiveWorkflow.Predicted;
import org.curtail.workflow.WorkflowLoadResult;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.WorkflowResult;
import org.curtail.workflow.WorkflowSimulation;
import org.curtail.workflow.WorkflowTraffic;
import org.jspecify.annotations.Nullable;

/**
 * Simulations of contenders, to compare with measurements: without queues, on which plans are
 * based, and with the measured servers and load. Neither knows noise and HTTP.
 */
final class WorkflowForecasts {
  /** Enough for a p99 within a percent or two. */
  private static final int REQUESTS = 20_000;

  /** Requests that do not count, since they meet empty servers. */
  private static final int WARM_UP = 1000;

  private final WorkflowSetting setting;
  private final Map<String, Predicted> withoutQueues = new LinkedHashMap<>();
  private final Map<Double, Map<String, Predicted>> underLoad = new LinkedHashMap<>();

  /** Simulates all contenders that follow a plan. */
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

  /** Results without queues; null if the contender cannot be simulated. */
  @Nullable Predicted withoutQueues(WorkflowContender contender) {
    return withoutQueues.get(contender.name());
  }

  /** Results with queues; null if the contender cannot be simulated. */
  @Nullable Predicted underLoad(WorkflowContender contender, double load) {
    return requireNonNull(underLoad.get(load)).get(contender.name());
  }
}
