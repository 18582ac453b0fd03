package org.curtail.cli.traces;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Comparator;
import java.util.Map;
import org.curtail.traces.action.Action;
import org.curtail.traces.action.Advice;
import org.curtail.traces.action.Hedges;
import org.curtail.traces.action.SlowAlike;
import org.curtail.traces.action.StageCause;
import org.curtail.traces.workflow.Called;
import org.curtail.traces.workflow.TracedWorkflow;

/** What to do about a workflow, for programs. */
final class AdviceJson {
  private static final ObjectMapper JSON = new ObjectMapper();

  private AdviceJson() {}

  static String of(TracedWorkflow workflow, Advice advice) throws JsonProcessingException {
    ObjectNode json =
        JSON.createObjectNode()
            .put("workflow", workflow.kind().toString())
            .put("requests", workflow.traces().size())
            .put("scored", advice.scored())
            .put("p99Ms", advice.p99Millis())
            .put("p50Ms", advice.p50Millis());
    ArrayNode actions = json.putArray("actions");
    for (Action action : advice.actions()) {
      ObjectNode each =
          ForecastText.json(JSON, action.forecast())
              .put("do", AdviceText.what(action))
              .put("why", AdviceText.code(action.why()));
      actions.add(each);
    }
    advice.hedges().ifPresent(hedges -> json.set("hedges", hedges(hedges)));
    ArrayNode stages = json.putArray("causes");
    for (StageCause cause : advice.causes()) {
      stages.add(cause(cause));
    }
    ArrayNode refused = json.putArray("notSentAgain");
    advice.refused().entrySet().stream()
        .sorted(
            Comparator.comparing((Map.Entry<Called, Advice.Refusal> it) -> it.getKey().toString()))
        .forEach(it ->
            refused
                .addObject()
                .put("call", it.getKey().toString())
                .put("why", AdviceText.code(it.getValue())));
    return JSON.writeValueAsString(json);
  }

  private static ObjectNode hedges(Hedges hedges) {
    ObjectNode json = JSON.createObjectNode();
    json.set("p99", ForecastText.json(JSON, hedges.heldOut().p99()));
    json.put("cost", hedges.heldOut().cost());
    json.set("p99WherePlanned", ForecastText.json(JSON, hedges.planned().p99()));
    return json;
  }

  private static ObjectNode cause(StageCause cause) {
    SlowAlike alike = cause.alike();
    ObjectNode json =
        JSON.createObjectNode()
            .put("service", cause.stage().service())
            .put("operation", cause.stage().operation())
            .put("work", alike.isWork())
            .put("noise", alike.isNoise())
            .put("queues", cause.queueing().isShown());
    json.putObject("slowAgain")
        .put("compared", alike.compared())
        .put("sameRequest", alike.again())
        .put("others", alike.nearby());
    json.putObject("rankCorrelation")
        .put("withUnderWay", cause.queueing().withOthers())
        .put("withArrivals", cause.queueing().withArrivals());
    return json;
  }
}
