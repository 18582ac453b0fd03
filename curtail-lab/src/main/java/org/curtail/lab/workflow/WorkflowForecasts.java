package org.curtail.lab.workflow;

import java.util.LinkedHashMap;
import java.util.Map;
import org.curtail.measurement.results.LiveWorkflow.Predicted;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.WorkflowResult;
import org.curtail.workflow.WorkflowSimulation;
import org.jspecify.annotations.Nullable;

/** What the simulation without queues says of contenders, so that it stands beside what is measured. */
final class WorkflowForecasts {
  /** Enough for a p99 within a percent or two. */
  private static final int REQUESTS = 20_000;

  private final Map<String, Predicted> byName = new LinkedHashMap<>();

  /** Simulates all contenders that follow a plan. */
  WorkflowForecasts(WorkflowSetting setting) {
    var simulation = WorkflowSimulation.of(setting.workflow(), REQUESTS, setting.seed());
    double withoutMillis =
        simulation.run(WorkflowPlan.none(setting.workflow())).percentileMillis(99);
    for (WorkflowContender contender : setting.contenders()) {
      contender
          .planned()
          .ifPresent(plan ->
              byName.put(contender.name(), predicted(simulation.run(plan), withoutMillis)));
    }
  }

  private static Predicted predicted(WorkflowResult result, double withoutMillis) {
    double p99Millis = result.percentileMillis(99);
    return new Predicted(
        p99Millis,
        withoutMillis == 0 ? 1 : p99Millis / withoutMillis,
        result.budgetUsed(),
        result.loss());
  }

  /** Of a contender; null if it cannot be simulated. */
  @Nullable Predicted of(WorkflowContender contender) {
    return byName.get(contender.name());
  }
}
