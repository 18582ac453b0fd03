package org.curtail.benchkit.steps;

import java.util.ArrayList;
import java.util.List;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.SampleSize;
import org.curtail.benchkit.results.Step;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.benchkit.text.Columns;
import org.curtail.benchkit.text.Numbers;

/** Steps for people: a row for each step and policy. */
public final class StepsText {
  private StepsText() {}

  /** The lines of the table, and what counts; results without steps have none. */
  public static List<String> lines(Results results) {
    int width = results.steps().stream().mapToInt(s -> s.policy().length()).max().orElse(0);
    Step first = results.steps().getFirst();
    var rows = new ArrayList<List<String>>();
    rows.add(
        List.of(
            "from s",
            "to s",
            "requests/s",
            ("%-" + width + "s").formatted("policy"),
            "requests",
            "mean",
            "p95",
            "degree",
            "mean against sequential"));
    for (Step step : results.steps()) {
      rows.add(
          List.of(
              Numbers.plain(step.fromSeconds()),
              Numbers.plain(step.toSeconds()),
              Numbers.plain(step.rps()),
              ("%-" + width + "s").formatted(step.policy()),
              Numbers.count(step.requests()),
              Numbers.time(step.meanMs()),
              step.carries(95) ? Numbers.time(step.p95Ms()) : SampleSize.TOO_FEW,
              Numbers.decimal(step.meanDegree()),
              ratio(step)));
    }
    var lines = new ArrayList<>(Columns.aligned(rows));
    if (results.steps().stream().anyMatch(step -> !step.carries(95))) {
      lines.add(SampleSize.TOO_FEW + " " + SampleSize.remark(List.of(95.0)));
    }
    lines.add(
        "of each step without its first %s, in which the average still holds requests of the one before"
            .formatted(Numbers.plain(first.steadyFromSeconds() - first.fromSeconds()) + " s"));
    return lines;
  }

  private static String ratio(Step step) {
    Ratio ratio = step.againstSequential();
    return ratio == null
        ? "-"
        : "%.2f (%.2f to %.2f)".formatted(ratio.value(), ratio.low(), ratio.high());
  }
}
