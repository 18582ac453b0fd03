package org.curtail.cli.workflow;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.StringWriter;
import org.curtail.services.json.WorkflowPlanJson;
import org.curtail.workflow.NotedWorkflowPlan;

/**
 * A plan for a workflow as one JSON object: as in its file, and how it came about under {@code
 * planning}, which readers of plans pass over.
 */
final class PlannedJson {
  private static final ObjectMapper JSON = new ObjectMapper();

  private PlannedJson() {}

  /** The object, on one line. */
  static String text(NotedWorkflowPlan noted, Planned planned) throws IOException {
    var written = new StringWriter();
    WorkflowPlanJson.write(noted, written);
    ObjectNode json = (ObjectNode) JSON.readTree(written.toString());
    json.set("planning", planning(planned));
    return JSON.writeValueAsString(json);
  }

  private static ObjectNode planning(Planned planned) {
    ObjectNode planning =
        JSON.createObjectNode()
            .put("split", planned.method().split().option)
            .put("requests", planned.method().options().requests())
            .put("seed", planned.method().options().seed())
            .put("headline", PlannedText.headline(planned))
            .put("costDeviation", planned.cost().deviation())
            .put("costAtMost", planned.cost().most(PlannedText.DEVIATIONS));
    tried(planning.putObject("predicted"), planned.tried());
    Planned.HeldOut heldOut = planned.heldOut();
    if (heldOut != null) {
      tried(planning.putObject("heldOut").put("how", heldOut.how()), heldOut.tried());
    }
    ArrayNode budgets = planning.putArray("budgets");
    for (BudgetPoint point : planned.budgets()) {
      budgets
          .addObject()
          .put("split", point.split().option)
          .put("budget", point.budget())
          .put("tailMs", point.tailMillis())
          .put("cost", point.cost());
    }
    stages(planning.putArray("stages"), planned);
    return planning;
  }

  private static void tried(ObjectNode json, Tried tried) {
    json.put("withoutMs", tried.withoutMillis())
        .put("withMs", tried.withMillis())
        .put("reduction", tried.reduction())
        .put("meanWithoutMs", tried.without().meanMillis())
        .put("meanWithMs", tried.with().meanMillis())
        .put("budget", tried.plan().goal().budget())
        .put("cost", tried.with().budgetUsed())
        .put("loss", tried.with().loss());
  }

  private static void stages(ArrayNode json, Planned planned) {
    double[] shares = Drawings.budgetShares(planned.shown().workflow(), planned.plan());
    for (int i = 0; i < shares.length; i++) {
      json.addObject()
          .put("name", planned.plan().stages().get(i).stage())
          .put("budgetShare", shares[i])
          .put("realisedFraction", planned.tried().with().reissueFraction(i))
          .put("loss", planned.tried().with().loss(i))
          .put("withoutTailMs", planned.shown().tails().get(i).tailMillis())
          .put("withTailMs", planned.tails().get(i).tailMillis());
    }
  }
}
