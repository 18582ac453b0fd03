package org.curtail.cli.workflow;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.curtail.cli.workflow.load.WorkflowTrial;
import org.curtail.workflow.StageServers;
import org.curtail.workflow.WorkflowLoadResult;
import org.curtail.workflow.WorkflowLoadResult.StageUse;

/** A plan on simulated requests, as one JSON object. */
final class SimulatedJson {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<Double> PERCENTILES = List.of(50.0, 90.0, 95.0, 99.0, 99.9);

  private SimulatedJson() {}

  /** Without queues. */
  static String text(Tried tried, int requests, long seed) throws JsonProcessingException {
    ObjectNode json =
        JSON.createObjectNode()
            .put("workflow", tried.plan().workflow())
            .put("queues", false)
            .put("requests", requests)
            .put("seed", seed)
            .put("percentile", tried.plan().goal().percentile())
            .put("withoutMs", tried.withoutMillis())
            .put("withMs", tried.withMillis())
            .put("reduction", tried.reduction())
            .put("budget", tried.plan().goal().budget())
            .put("cost", tried.with().budgetUsed())
            .put("loss", tried.with().loss());
    ArrayNode latencies = json.putArray("latency");
    for (double percentile : PERCENTILES) {
      latencies
          .addObject()
          .put("percentile", percentile)
          .put("withoutMs", tried.without().percentileMillis(percentile))
          .put("withMs", tried.with().percentileMillis(percentile));
    }
    ArrayNode stages = json.putArray("stages");
    for (int i = 0; i < tried.plan().stages().size(); i++) {
      stages
          .addObject()
          .put("name", tried.plan().stages().get(i).stage())
          .put("plannedFraction", tried.plan().stages().get(i).reissueFraction())
          .put("reissueFraction", tried.with().reissueFraction(i))
          .put("meanWithoutMs", tried.without().meanMillis(i))
          .put("meanWithMs", tried.with().meanMillis(i))
          .put("loss", tried.with().loss(i));
    }
    return JSON.writeValueAsString(json);
  }

  /** With queues. */
  static String text(Loaded loaded, List<CaughtUp> caughtUp) throws JsonProcessingException {
    ObjectNode json =
        JSON.createObjectNode()
            .put("workflow", loaded.given().plan().workflow())
            .put("queues", true)
            .put("requests", loaded.traffic().requests())
            .put("seed", loaded.traffic().seed())
            .put("rps", loaded.setting().perSecond())
            .put("percentile", loaded.given().plan().goal().percentile())
            .put("holds", loaded.holds())
            .put("holdsAsGiven", loaded.holdsAsGiven())
            .put("reason", loaded.reason());
    ArrayNode runs = json.putArray("runs");
    loaded.trials().forEach(trial -> run(runs.addObject(), trial));
    ArrayNode stages = json.putArray("stages");
    List<StageServers> servers = loaded.setting().load().servers();
    for (int i = 0; i < servers.size(); i++) {
      ObjectNode stage =
          stages
              .addObject()
              .put("name", loaded.with().stage(i).stage())
              .put("replicas", servers.get(i).replicas())
              .put("slots", servers.get(i).slots());
      use(stage.putObject("without"), loaded.without().stage(i));
      use(stage.putObject("with"), loaded.with().stage(i));
    }
    json.putObject("catchUp")
        .put("lateShare", loaded.with().catchUp().lateShare())
        .put("cost", loaded.with().catchUp().cost());
    if (!caughtUp.isEmpty()) {
      caughtUp(json.putArray("catchUps"), caughtUp);
    }
    json.put("loss", loaded.with().loss()).put("wastedShare", loaded.with().wastedShare());
    return JSON.writeValueAsString(json);
  }

  private static void caughtUp(ArrayNode json, List<CaughtUp> caughtUp) {
    for (CaughtUp one : caughtUp) {
      WorkflowLoadResult result = one.result();
      ObjectNode way =
          json.addObject()
              .put("kind", one.name())
              .put("afterMs", one.isNone() ? null : one.afterMillis())
              .put("lateShare", result.catchUp().lateShare())
              .put("cost", result.catchUp().cost())
              .put("copiesCost", result.budgetUsed())
              .put("utilisation", result.utilisation());
      ArrayNode latencies = way.putArray("latency");
      for (double percentile : PERCENTILES) {
        latencies
            .addObject()
            .put("percentile", percentile)
            .put("ms", result.keptUp() ? result.percentileMillis(percentile) : null);
      }
    }
  }

  private static void run(ObjectNode json, WorkflowTrial trial) {
    json.put("budget", trial.budget())
        .put("withoutQueuesMs", trial.predictedMillis())
        // Infinite if queues grew without end, which JSON cannot say.
        .put("withQueuesMs", trial.keptUp() ? trial.observedMillis() : null)
        .put("offBy", trial.keptUp() ? trial.offBy() : null)
        .put("cost", trial.observedBudget())
        .put("utilisation", trial.utilisation());
  }

  private static void use(ObjectNode json, StageUse use) {
    json.put("utilisation", use.utilisation())
        .put("meanWaitMs", use.meanWaitMillis())
        .put("meanMs", use.meanMillis())
        .put("reissueFraction", use.reissueFraction())
        .put("loss", use.loss());
  }
}
