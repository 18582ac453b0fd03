package org.curtail.cli.traces;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.curtail.traces.compare.Comparison;
import org.curtail.traces.compare.ServiceChange;
import org.curtail.traces.compare.StageChange;

/** What {@code curtail traces compare} found, for programs. */
final class ComparisonJson {
  private static final ObjectMapper JSON = new ObjectMapper();

  private ComparisonJson() {}

  static String of(Comparison comparison) throws JsonProcessingException {
    ObjectNode json = JSON.createObjectNode();
    ArrayNode services = json.putArray("services");
    for (ServiceChange service : comparison.services()) {
      services
          .addObject()
          .put("name", service.name())
          .put("rank", service.rank())
          .put("explainedMs", service.explainedMillis());
    }
    ArrayNode stages = json.putArray("stages");
    for (StageChange stage : comparison.stages()) {
      stages
          .addObject()
          .put("service", stage.service())
          .put("operation", stage.operation())
          .put("requestsBefore", stage.before())
          .put("requestsAfter", stage.after())
          .put("p50BeforeMs", stage.beforeMedianMillis())
          .put("p50AfterMs", stage.afterMedianMillis())
          .put("p95BeforeMs", stage.beforeTailMillis())
          .put("p95AfterMs", stage.afterTailMillis())
          .put("moreMs", stage.moreMillis())
          .put("longerShare", stage.longerShare())
          .put("timesP", stage.timesP())
          .put("tailP", stage.tailP())
          .put("timesAdjustedP", stage.adjustedTimesP())
          .put("tailAdjustedP", stage.adjustedTailP())
          .put("changed", StageChangeText.changed(stage));
    }
    return JSON.writeValueAsString(json);
  }
}
