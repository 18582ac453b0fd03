package org.curtail.cli.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import org.curtail.IntervalTable;
import org.curtail.model.json.IntervalTableJson;
import org.curtail.tune.HarmlessTable;

/**
 * A planned table as one JSON object: the table as in its file, with the planning's details under
 * {@code planning}, which readers of tables skip.
 */
public final class PlanningJson {
  private static final ObjectMapper JSON = new ObjectMapper();

  private PlanningJson() {}

  /** The object, on one line. */
  public static String text(IntervalTable table, Explanation explanation) throws IOException {
    var written = new StringWriter();
    IntervalTableJson.write(table, written);
    ObjectNode json = (ObjectNode) JSON.readTree(written.toString());
    json.set("planning", planning(table, explanation));
    return JSON.writeValueAsString(json);
  }

  /** A comparison as an object, on one line. */
  public static String text(TableComparison comparison) throws JsonProcessingException {
    return JSON.writeValueAsString(comparison);
  }

  private static ObjectNode planning(IntervalTable table, Explanation explanation) {
    ObjectNode planning = JSON.createObjectNode();
    Demand demand = explanation.demand();
    planning.put("profile", demand.file().toString()).put("bins", demand.bins());
    planning.put("aggregateSpeedups", demand.aggregateSpeedups());
    planning.setAll((ObjectNode) JSON.valueToTree(explanation.search()));
    planning.set("remarks", JSON.valueToTree(explanation.remarks()));
    planning.set("advice", JSON.valueToTree(explanation.advice()));
    ArrayNode timelines = planning.putArray("timelines");
    explanation.timelines().forEach(at -> timelines.add(timeline(at)));
    ArrayNode tails = planning.putArray("tails");
    List<TailInterval> intervals = explanation.tails(table);
    for (int i = 0; i < table.rows().size(); i++) {
      TailInterval tail = intervals.get(i);
      ObjectNode json = tails.addObject().put("load", table.rows().get(i).load());
      json.setAll((ObjectNode) JSON.valueToTree(tail));
    }
    HarmlessTable noHarm = explanation.noHarm();
    if (noHarm != null) {
      ObjectNode json = planning.putObject("noHarm");
      json.put("isPlanned", noHarm.isPlanned());
      json.set("kept", JSON.valueToTree(noHarm.kept()));
      json.set("trials", JSON.valueToTree(noHarm.trials()));
    }
    Explanation.Stability stability = explanation.splitHalf();
    if (stability != null) {
      ObjectNode splitHalf = planning.putObject("splitHalf").put("seed", stability.seed());
      transfers(splitHalf.putArray("firstOnSecond"), stability.halves().firstOnSecond());
      transfers(splitHalf.putArray("secondOnFirst"), stability.halves().secondOnFirst());
    }
    return planning;
  }

  private static ObjectNode timeline(TimelineAtLoad at) {
    PlannedTimeline timeline = at.timeline();
    ObjectNode json = JSON.createObjectNode();
    json.put("load", at.load()).put("demandPercentile", at.demandPercentile());
    json.put("admittedMs", timeline.admittedMs()).put("doneMs", timeline.doneMs());
    json.put("speedup", timeline.speedup())
        .put("averageParallelism", timeline.averageParallelism());
    json.setAll((ObjectNode) JSON.valueToTree(timeline));
    return json;
  }

  private static void transfers(ArrayNode array, List<SplitHalf.Transfer> transfers) {
    for (SplitHalf.Transfer transfer : transfers) {
      ObjectNode json = JSON.valueToTree(transfer);
      array.add(json.put("ratio", transfer.ratio()).put("regret", transfer.regret()));
    }
  }
}
