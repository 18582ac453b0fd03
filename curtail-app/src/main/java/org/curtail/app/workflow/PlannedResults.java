package org.curtail.app.workflow;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.curtail.measurement.results.NumberTable;
import org.curtail.measurement.results.Results;
import org.curtail.measurement.results.Verdict;
import org.curtail.measurement.text.Numbers;
import org.curtail.reissue.Reissue;

/** A plan for a workflow as results, for the report. */
final class PlannedResults {
  private PlannedResults() {}

  /**
   * The results.
   *
   * @param command that makes them again
   * @param notes what to watch, in sentences
   */
  static Results of(Planned planned, String command, List<String> notes) {
    return Results.ofWorkflow(
        planned.method().options().seed(),
        Runtime.getRuntime().availableProcessors(),
        command,
        settings(planned),
        Drawings.of(
            planned.shown(), planned.plan(), planned.tried().with(), planned.tails()),
        verdict(planned, notes),
        PlannedFigures.of(planned),
        List.of(stages(planned), outcomes(planned)));
  }

  private static Map<String, Object> settings(Planned planned) {
    var settings = new LinkedHashMap<String, Object>();
    settings.put("workflow", WorkflowText.line(planned.shown().workflow()));
    settings.put("percentile", planned.goal().percentile());
    settings.put("budget", planned.goal().budget());
    settings.put("loss allowed", planned.goal().loss());
    settings.put("split", planned.method().split().words);
    settings.put("simulated requests", planned.method().options().requests());
    return settings;
  }

  private static Verdict verdict(Planned planned, List<String> notes) {
    var details = new ArrayList<String>();
    Planned.HeldOut heldOut = planned.heldOut();
    if (heldOut != null) {
      details.add(
          "Not seen: %s. On the times that the plan was made of, it falls by %s."
              .formatted(heldOut.how(), Numbers.percent(planned.tried().reduction())));
    }
    details.addAll(notes);
    return new Verdict(PlannedText.headline(planned), details);
  }

  private static NumberTable stages(Planned planned) {
    String tail = Numbers.percentile(planned.goal().percentile());
    double[] shares = Drawings.budgetShares(planned.shown().workflow(), planned.plan());
    var lines = new ArrayList<NumberTable.Line>();
    for (int i = 0; i < shares.length; i++) {
      var stage = planned.shown().workflow().stages().get(i);
      var plan = planned.plan().stages().get(i);
      Reissue copy = WorkflowText.copy(plan.policy());
      lines.add(
          new NumberTable.Line(
              stage.name(),
              List.of(
                  stage.cost(),
                  planned.shown().tails().get(i).medianMillis(),
                  planned.shown().tails().get(i).tailMillis(),
                  planned.tails().get(i).tailMillis(),
                  100 * planned.shown().blame().stages().get(i).blamedFraction(),
                  copy.delayMillis(),
                  copy.probability(),
                  100 * plan.reissueFraction(),
                  100 * shares[i],
                  100 * planned.tried().with().loss(i))));
    }
    return new NumberTable(
        "Stages",
        "To blame: in how many of the slowest requests. A delay and a probability of 0: nothing is sent again.",
        "stage",
        List.of(
            "cost",
            "p50 ms",
            tail + " ms",
            "with the plan",
            "to blame, %",
            "again after ms",
            "probability",
            "copies, %",
            "of the budget, %",
            "loss, %"),
        lines);
  }

  private static NumberTable outcomes(Planned planned) {
    var lines = new ArrayList<NumberTable.Line>();
    lines.add(outcome("on the times it was made of", planned.tried()));
    Planned.HeldOut heldOut = planned.heldOut();
    if (heldOut != null) {
      lines.add(outcome("on times it had not seen", heldOut.tried()));
    }
    return new NumberTable(
        "What the plan brings and costs",
        "",
        "requests",
        List.of(
            "p50 ms without", "with", "p99 ms without", "with", "p99.9 ms without", "with",
            "copies cost, %", "loss, %"),
        lines);
  }

  private static NumberTable.Line outcome(String name, Tried tried) {
    var values = new ArrayList<Double>();
    for (double percentile : List.of(50.0, 99.0, 99.9)) {
      values.add(tried.without().percentileMillis(percentile));
      values.add(tried.with().percentileMillis(percentile));
    }
    values.add(100 * tried.with().budgetUsed());
    values.add(100 * tried.with().loss());
    return new NumberTable.Line(name, values);
  }
}
