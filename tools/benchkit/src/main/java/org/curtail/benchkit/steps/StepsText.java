package org.curtail.benchkit.steps;

import java.util.ArrayList;
import java.util.List;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.SampleSize;
import org.curtail.benchkit.results.Step;
import org.curtail.benchkit.text.Numbers;

/** A table of steps: a row for each step and policy. */
public final class StepsText {
  private StepsText() {}

  /** Returns the lines of the table and a remark on it; empty for results without steps. */
  public static List<String> lines(Results results) {
    Step first = results.steps().getFirst();
    var lines = new ArrayList<>(Step.table(results.steps()).lines());
    if (results.steps().stream().anyMatch(step -> !step.carries(95))) {
      lines.add(SampleSize.TOO_FEW + " " + SampleSize.remark(List.of(95.0)));
    }
    lines.add(
        "of each step without its first %s, in which the average still holds requests of the one before"
            .formatted(Numbers.plain(first.steadyFromSeconds() - first.fromSeconds()) + " s"));
    return lines;
  }
}
