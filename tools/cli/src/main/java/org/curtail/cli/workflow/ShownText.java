package org.curtail.cli.workflow;

import java.util.ArrayList;
import java.util.List;
import org.curtail.benchkit.text.Columns;
import org.curtail.benchkit.text.Numbers;
import org.curtail.workflow.Blame.StageBlame;
import org.curtail.workflow.Stage;
import org.curtail.workflow.WhatIf;
import org.curtail.workflow.WorkflowResult;

/** Where the latency of a workflow comes from, in words. */
final class ShownText {
  private final Shown shown;
  private final String tail;

  private ShownText(Shown shown) {
    this.shown = shown;
    this.tail = Numbers.percentile(shown.percentile());
  }

  static List<String> lines(Shown shown) {
    return new ShownText(shown).lines();
  }

  private List<String> lines() {
    WorkflowResult result = shown.result();
    var lines = new ArrayList<String>();
    lines.add(WorkflowText.line(shown.workflow()));
    lines.add(
        "From end to end: p50 %s, %s %s; %s, seed %d"
            .formatted(
                Numbers.time(result.percentileMillis(50)),
                tail,
                Numbers.time(result.percentileMillis(shown.percentile())),
                WorkflowText.counted(shown.simulation().requests(), "simulated request"),
                shown.simulation().seed()));
    lines.add("");
    lines.addAll(table());
    lines.add("");
    lines.add(worst());
    lines.add(mostToGain());
    return lines;
  }

  private List<String> table() {
    var rows = new ArrayList<List<String>>();
    rows.add(
        List.of(
            "stage",
            "after",
            "cost",
            "servers",
            "p50 ms",
            tail + " ms",
            "on path",
            "to blame",
            "never above p50: " + tail + " ms"));
    for (int i = 0; i < shown.workflow().stages().size(); i++) {
      Stage stage = shown.workflow().stages().get(i);
      StageTail times = shown.tails().get(i);
      StageBlame blame = shown.blame().stages().get(i);
      rows.add(
          List.of(
              stage.name(),
              WorkflowText.after(stage),
              Numbers.significant(stage.cost()),
              WorkflowText.servers(stage.responders()),
              Numbers.significant(times.medianMillis()),
              Numbers.significant(times.tailMillis()),
              Numbers.percent(blame.criticalFraction()),
              Numbers.percent(blame.blamedFraction()),
              Numbers.significant(shown.whatIf().stages().get(i).percentileMillis())));
    }
    return Columns.aligned(rows);
  }

  private String worst() {
    StageBlame worst = shown.worst();
    if (worst.blamedFraction() == 0) {
      return "No stage is to blame: in the slowest %s of the requests, those from %s on, none held the answer up for longer than its mean and two standard deviations."
          .formatted(
              Numbers.percent(shown.blame().slowestShare()),
              Numbers.time(shown.blame().slowestFromMillis()));
    }
    return "%s is to blame most often: in %s of the slowest %s of the requests, those from %s on."
        .formatted(
            worst.stage(),
            Numbers.percent(worst.blamedFraction()),
            Numbers.percent(shown.blame().slowestShare()),
            Numbers.time(shown.blame().slowestFromMillis()));
  }

  private String mostToGain() {
    WhatIf.Steady most = shown.mostToGain();
    if (most.percentileMillis() >= shown.whatIf().asIsMillis()) {
      return "No stage alone would lower %s, %s, by never taking longer than its median."
          .formatted(tail, Numbers.time(shown.whatIf().asIsMillis()));
    }
    return "If %s never took longer than its median, %s would be %s instead of %s."
        .formatted(
            most.stage(),
            tail,
            Numbers.time(most.percentileMillis()),
            Numbers.time(shown.whatIf().asIsMillis()));
  }
}
