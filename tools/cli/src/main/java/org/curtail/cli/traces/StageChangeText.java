package org.curtail.cli.traces;

import java.util.List;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.text.Output;
import org.curtail.benchkit.text.Table;
import org.curtail.benchkit.text.Unit;
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

  /** Adds the stages to a result. */
  static void add(Output output, List<StageChange> stages) {
    Table<StageChange> all =
        Table.of(stages)
            .field("service", StageChange::service)
            .field("operation", StageChange::operation)
            .show("stage", Unit.NAME, stage -> stage.service() + " " + stage.operation())
            .field("requestsBefore", StageChange::before)
            .field("requestsAfter", StageChange::after)
            .add("p50 ms", "p50BeforeMs", Unit.NUMBER, StageChange::beforeMedianMillis)
            .add("then", "p50AfterMs", Unit.NUMBER, StageChange::afterMedianMillis)
            .add("p95 ms", "p95BeforeMs", Unit.NUMBER, StageChange::beforeTailMillis)
            .add("then", "p95AfterMs", Unit.NUMBER, StageChange::afterTailMillis)
            .add("more ms per request", "moreMs", Unit.NUMBER, StageChange::moreMillis)
            .field("longerShare", StageChange::longerShare)
            .field("timesP", StageChange::timesP)
            .field("tailP", StageChange::tailP)
            .field("timesAdjustedP", StageChange::adjustedTimesP)
            .field("tailAdjustedP", StageChange::adjustedTailP)
            .add("changed", "changed", Unit.WORDS, StageChangeText::changed)
            .show("p", Unit.TEXT, stage -> chance(stage.adjustedP()));
    long changed = stages.stream().filter(StageChange::isAnyChanged).count();
    output
        .field("stages", all.records())
        .line(
            "Times changed in %d of %d stages (rank-sum test, and one of the slowest 5 %%; Holm's correction; at most 1 in 20 such lists has a stage too many, if requests do not depend on each other)%s"
                .formatted(changed, stages.size(), changed == 0 ? "." : ":"));
    if (changed > 0) {
      output.table(all.only(StageChange::isAnyChanged).first(SHOWN));
    }
    if (changed > SHOWN) {
      output.line("and %d more".formatted(changed - SHOWN));
    }
  }

  private static String chance(double p) {
    return p < LEAST_SHOWN ? "< 0.000001" : Numbers.significant(p);
  }
}
