package org.curtail.cli.reissue;

import java.util.ArrayList;
import java.util.List;
import org.curtail.benchkit.text.Columns;
import org.curtail.benchkit.text.Numbers;
import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissuePlan;
import org.curtail.reissue.plan.LoadFeedback.ReissueTrial;

/** A plan under load, in words. */
final class LoadText {
  private LoadText() {}

  static List<String> lines(LoadCheck check, ReissuePlan plan) {
    var lines = new ArrayList<String>();
    lines.add("Simulated: " + check.setting().words(check.times()));
    lines.add("");
    String percentile = Numbers.percentile(plan.goal().percentile());
    var rows = new ArrayList<List<String>>();
    rows.add(
        List.of("run", "delay ms", "probability", percentile + " ms expected", "found", "copies"));
    List<ReissueTrial> trials = check.trials();
    for (int i = 0; i < trials.size(); i++) {
      rows.add(row(i == 0 ? "without" : i == 1 ? "the plan" : "planned anew", trials.get(i)));
    }
    lines.addAll(Columns.aligned(rows));
    lines.add("");
    lines.add(check.reason());
    String always = check.alwaysWords();
    if (always != null) {
      lines.add(always);
    }
    return lines;
  }

  private static List<String> row(String what, ReissueTrial trial) {
    List<Reissue> copies = trial.policy().reissues();
    return List.of(
        what,
        copies.isEmpty() ? "" : Numbers.significant(copies.getFirst().delayMillis()),
        copies.isEmpty() ? "" : Numbers.significant(copies.getFirst().probability()),
        copies.isEmpty() ? "" : Numbers.significant(trial.predictedMillis()),
        Double.isInfinite(trial.observedMillis())
            ? "queues without end"
            : Numbers.significant(trial.observedMillis()),
        Numbers.significant(100 * trial.observedFraction()) + " %");
  }
}
