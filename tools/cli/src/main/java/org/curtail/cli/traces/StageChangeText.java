package org.curtail.cli.traces;

import java.util.ArrayList;
import java.util.List;
import org.curtail.benchkit.text.Columns;
import org.curtail.benchkit.text.Numbers;
import org.curtail.traces.compare.StageChange;

/** Which stages' times changed, in words. */
final class StageChangeText {
  private static final int SHOWN = 10;

  /** Smaller chances are no more than this to anybody. */
  private static final double LEAST_SHOWN = 1e-6;

  private StageChangeText() {}

  /** What changed of a stage: its times, its slowest 5 %, both or none. */
  static String changed(StageChange stage) {
    if (stage.isChanged()) {
      return stage.isTailChanged() ? "both" : "times";
    }
    return stage.isTailChanged() ? "slowest" : "none";
  }

  static List<String> lines(List<StageChange> stages) {
    List<StageChange> changed = stages.stream().filter(StageChange::isAnyChanged).toList();
    var lines = new ArrayList<String>();
    lines.add(
        "Times changed in %d of %d stages (rank-sum test, and one of the slowest 5 %%; Holm's correction; %s):"
            .formatted(
                changed.size(),
                stages.size(),
                "at most 1 in 20 such lists has a stage too many, if requests do not depend on each"
                    + " other"));
    if (changed.isEmpty()) {
      return List.of(lines.getFirst().replaceFirst(":$", "."));
    }
    var rows = new ArrayList<List<String>>();
    rows.add(
        List.of(
            "stage", "p50 ms", "then", "p95 ms", "then", "more ms per request", "changed", "p"));
    for (StageChange stage : changed.stream().limit(SHOWN).toList()) {
      rows.add(
          List.of(
              stage.service() + " " + stage.operation(),
              Numbers.significant(stage.beforeMedianMillis()),
              Numbers.significant(stage.afterMedianMillis()),
              Numbers.significant(stage.beforeTailMillis()),
              Numbers.significant(stage.afterTailMillis()),
              Numbers.significant(stage.moreMillis()),
              changed(stage),
              chance(stage.adjustedP())));
    }
    lines.addAll(Columns.aligned(rows));
    if (changed.size() > SHOWN) {
      lines.add("and %d more".formatted(changed.size() - SHOWN));
    }
    return lines;
  }

  private static String chance(double p) {
    return p < LEAST_SHOWN ? "< 0.000001" : Numbers.significant(p);
  }
}
