package org.curtail.cli.workflow;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.curtail.workflow.Blame.StageBlame;
import org.curtail.workflow.Stage;
import org.curtail.workflow.WhatIf;

/** Where the latency of a workflow comes from, as one JSON object. */
final class ShownJson {
  private static final ObjectMapper JSON = new ObjectMapper();

  private ShownJson() {}

  /** The object, on one line. */
  static String text(Shown shown) throws JsonProcessingException {
    ObjectNode json =
        JSON.createObjectNode()
            .put("workflow", shown.workflow().name())
            .put("percentile", shown.percentile())
            .put("requests", shown.simulation().requests())
            .put("seed", shown.simulation().seed())
            .put("p50Ms", shown.result().percentileMillis(50))
            .put("p99Ms", shown.result().percentileMillis(99))
            .put("tailMs", shown.result().percentileMillis(shown.percentile()))
            .put("meanMs", shown.result().meanMillis())
            .put("totalCost", shown.workflow().totalCost())
            .put("slowestShare", shown.blame().slowestShare())
            .put("slowestFromMs", shown.blame().slowestFromMillis());
    ArrayNode stages = json.putArray("stages");
    for (int i = 0; i < shown.workflow().stages().size(); i++) {
      stage(shown, i, stages.addObject());
    }
    return JSON.writeValueAsString(json);
  }

  private static void stage(Shown shown, int index, ObjectNode json) {
    Stage stage = shown.workflow().stages().get(index);
    StageBlame blame = shown.blame().stages().get(index);
    WhatIf.Steady steady = shown.whatIf().stages().get(index);
    json.put("name", stage.name());
    json.set("after", JSON.valueToTree(stage.after()));
    json.put("within", stage.within())
        .put("cost", stage.cost())
        .put("fanOut", stage.responders().count())
        .put("waitFor", stage.responders().needed())
        .put("samples", stage.times().size())
        .put("p50Ms", shown.tails().get(index).medianMillis())
        .put("tailMs", shown.tails().get(index).tailMillis())
        .put("meanMs", shown.result().meanMillis(index))
        .put("contributionMs", blame.meanMillis())
        .put("contributionOfSlowestMs", blame.meanOfSlowestMillis())
        .put("onPath", blame.criticalFraction())
        .put("onPathOfSlowest", blame.criticalFractionOfSlowest())
        .put("blame", blame.blamedFraction())
        .put("neverAboveMedianTailMs", steady.percentileMillis());
  }
}
