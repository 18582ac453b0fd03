package org.curtail.cli.reissue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.StringWriter;
import java.util.Locale;
import org.curtail.benchkit.latencylog.LatencyUnit;
import org.curtail.benchkit.latencylog.LogSummary;
import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissuePlan;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.reissue.plan.LoadFeedback.ReissueTrial;
import org.curtail.reissue.plan.NotedPlan;
import org.curtail.reissue.plan.ReissueReport;
import org.curtail.reissue.plan.ReissueReport.Estimate;
import org.curtail.services.json.ReissuePlanJson;
import org.jspecify.annotations.Nullable;

/**
 * A plan as one JSON object: as in its file, and how it came about under {@code planning}, which
 * readers of plans pass over.
 */
final class FindingsJson {
  private static final ObjectMapper JSON = new ObjectMapper();

  private FindingsJson() {}

  /**
   * The object, on one line.
   *
   * @param noted null if no plan holds: then the object is none
   */
  static String text(
      @Nullable NotedPlan noted,
      Findings findings,
      Attempts attempts,
      LogSummary log,
      @Nullable LoadCheck check)
      throws IOException {
    ObjectNode json = noted == null ? JSON.createObjectNode() : plan(noted);
    ObjectNode planning = planning(findings, attempts, log);
    if (check != null) {
      planning.set("load", load(check));
    }
    json.set("planning", planning);
    return JSON.writeValueAsString(json);
  }

  private static ObjectNode plan(NotedPlan noted) throws IOException {
    var written = new StringWriter();
    ReissuePlanJson.write(noted, written);
    return (ObjectNode) JSON.readTree(written.toString());
  }

  private static ObjectNode planning(Findings findings, Attempts attempts, LogSummary log) {
    ObjectNode planning = JSON.createObjectNode();
    LatencyUnit unit = log.unit();
    planning
        .put("form", log.form())
        .put("first", log.first())
        .put("second", log.second())
        .put("unit", unit == null ? null : unit.toString())
        .put("requests", attempts.requests())
        .put("pairs", attempts.pairs())
        .put("withoutTime", log.withoutTime())
        .put("pairing", attempts.pairing().name().toLowerCase(Locale.ROOT))
        .put("sketchError", attempts.sketchError());
    ArrayNode budgets = planning.putArray("budgets");
    findings.budgets().forEach(plan -> budgets.add(plan(plan)));
    estimate(planning.putObject("predictedMs"), findings.report().predictedMillis());
    estimate(planning.putObject("withoutMs"), findings.report().withoutMillis());
    estimate(planning.putObject("reissueFraction"), findings.report().reissueFraction());
    ArrayNode halves = planning.putArray("halves");
    ReissueHalves tested = findings.halves();
    if (tested != null) {
      half(
          halves.addObject().put("plannedOn", "earlier").put("testedOn", "later"),
          tested.earlierOnLater());
      half(
          halves.addObject().put("plannedOn", "later").put("testedOn", "earlier"),
          tested.laterOnEarlier());
    }
    ArrayNode correlated = planning.putArray("correlated");
    for (ReissueReport.CorrelatedTail tail : findings.report().correlated()) {
      correlated.addObject().put("correlation", tail.correlation()).put("ms", tail.tailMillis());
    }
    return planning;
  }

  private static ObjectNode load(LoadCheck check) {
    ObjectNode load =
        JSON.createObjectNode()
            .put("holds", check.held() != null)
            .put("holdsAsPlanned", check.found().problem().isEmpty())
            .put("reason", check.reason())
            .put("rps", check.setting().rps())
            .put("replicas", check.setting().replicas())
            .put("slots", check.setting().slots())
            .put("busy", check.setting().load(check.times()));
    ArrayNode runs = load.putArray("runs");
    for (ReissueTrial trial : check.trials()) {
      ObjectNode run = runs.addObject();
      run.set("reissues", reissues(trial.policy()));
      run.put("expectedMs", trial.predictedMillis())
          .put("reissueFraction", trial.observedFraction());
      // Infinite if queues grew without end, which JSON cannot say.
      run.put("foundMs", Double.isInfinite(trial.observedMillis()) ? null : trial.observedMillis());
    }
    return load;
  }

  private static void estimate(ObjectNode json, Estimate estimate) {
    json.put("value", estimate.value()).put("low", estimate.low()).put("high", estimate.high());
  }

  private static void half(ObjectNode json, ReissueHalves.Transfer transfer) {
    json.put("foundMs", transfer.foundMillis())
        .put("foundFraction", transfer.foundFraction())
        .put("bestThereMs", transfer.bestMillis())
        .put("withoutThereMs", transfer.withoutMillis())
        .setAll(plan(transfer.plan()));
  }

  private static ObjectNode plan(ReissuePlan plan) {
    ObjectNode json =
        JSON.createObjectNode()
            .put("budget", plan.goal().budget())
            .put("reissueFraction", plan.reissueFraction())
            .put("predictedMs", plan.predictedMillis())
            .put("withoutMs", plan.withoutMillis())
            .put("boundMs", plan.boundMillis());
    json.set("reissues", reissues(plan.policy()));
    return json;
  }

  private static ArrayNode reissues(ReissuePolicy policy) {
    ArrayNode reissues = JSON.createArrayNode();
    for (Reissue copy : policy.reissues()) {
      reissues
          .addObject()
          .put("delayMs", copy.delayMillis())
          .put("probability", copy.probability());
    }
    return reissues;
  }
}
