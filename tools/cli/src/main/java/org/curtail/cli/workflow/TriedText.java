package org.curtail.cli.workflow;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.curtail.benchkit.results.SampleSize;
import org.curtail.benchkit.text.Columns;
import org.curtail.benchkit.text.Numbers;
import org.curtail.workflow.StagePlan;

/** A plan on simulated requests that meet no queues, in words. */
final class TriedText {
  private TriedText() {}

  static List<String> lines(Tried tried, int requests, long seed) {
    var lines = new ArrayList<String>();
    lines.add(
        "Simulated without queues: %s, seed %d"
            .formatted(WorkflowText.counted(requests, "request"), seed));
    lines.add("");
    lines.addAll(latencies(tried, requests));
    lines.add("");
    lines.addAll(stages(tried));
    lines.add("");
    lines.add(
        "Copies cost %s of what requests cost; planned were %s. Loss: %s."
            .formatted(
                WorkflowText.share(tried.with().budgetUsed()),
                WorkflowText.share(tried.plan().goal().budget()),
                WorkflowText.share(tried.with().loss())));
    return lines;
  }

  /** One sentence: by how much the tail falls, and for what. */
  static String headline(Tried tried) {
    return tried.reduction() > 0 ? falls(tried, tried.with().loss() > 0, "") : doesNotFall(tried);
  }

  /**
   * That the tail falls, and for what.
   *
   * @param withLoss whether the loss is said
   * @param where behind the rest
   */
  static String falls(Tried tried, boolean withLoss, String where) {
    return "%s falls by %s, from %s to %s, for %s of what requests cost%s%s."
        .formatted(
            WorkflowText.tail(tried.plan().goal()),
            Numbers.percent(tried.reduction()),
            Numbers.time(tried.withoutMillis()),
            Numbers.time(tried.withMillis()),
            WorkflowText.share(tried.with().budgetUsed()),
            withLoss ? " and a loss of " + WorkflowText.share(tried.with().loss()) : "",
            where);
  }

  /** That it does not. */
  static String doesNotFall(Tried tried) {
    return "This plan does not lower the %s, which is %s."
        .formatted(WorkflowText.tail(tried.plan().goal()), Numbers.time(tried.withoutMillis()));
  }

  private static List<String> latencies(Tried tried, int requests) {
    var percentiles = new TreeSet<>(List.of(50.0, 95.0, 99.0, 99.9));
    percentiles.add(tried.plan().goal().percentile());
    var rows = new ArrayList<List<String>>();
    rows.add(List.of("latency", "without ms", "with ms", "less"));
    rows.add(row("mean", tried.without().meanMillis(), tried.with().meanMillis()));
    for (double percentile : percentiles) {
      if (SampleSize.carries(requests, percentile)) {
        rows.add(
            row(
                Numbers.percentile(percentile),
                tried.without().percentileMillis(percentile),
                tried.with().percentileMillis(percentile)));
      }
    }
    return Columns.aligned(rows);
  }

  private static List<String> row(String what, double without, double with) {
    return List.of(
        what,
        Numbers.significant(without),
        Numbers.significant(with),
        WorkflowText.less(without, with));
  }

  private static List<String> stages(Tried tried) {
    var rows = new ArrayList<List<String>>();
    rows.add(List.of("stage", "copies planned", "found", "mean ms without", "with", "loss"));
    List<StagePlan> stages = tried.plan().stages();
    for (int i = 0; i < stages.size(); i++) {
      rows.add(
          List.of(
              stages.get(i).stage(),
              WorkflowText.share(stages.get(i).reissueFraction()),
              WorkflowText.share(tried.with().reissueFraction(i)),
              Numbers.significant(tried.without().meanMillis(i)),
              Numbers.significant(tried.with().meanMillis(i)),
              WorkflowText.share(tried.with().loss(i))));
    }
    return Columns.aligned(rows);
  }
}
