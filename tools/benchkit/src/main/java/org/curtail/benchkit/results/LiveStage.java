package org.curtail.benchkit.results;

import java.util.List;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.text.Table;
import org.curtail.benchkit.text.Unit;
import org.jspecify.annotations.Nullable;

/**
 * Counts of the calls of one stage of a workflow. Calls to several responders count one by one.
 *
 * @param name name of the stage
 * @param calls number of original calls, including those within copies of a caller
 * @param copies number of copies
 * @param planned planned share of calls with a copy; absent without a budget
 * @param share share of calls with a copy
 * @param shareTwoErrors two standard errors of {@code share}, from the differences between blocks
 * @param overBudget number of due copies that the stage's budget suppressed
 * @param overLoad number of due copies that were suppressed since all servers seemed slow
 * @param loss lost share of the needed answers
 */
public record LiveStage(
    String name,
    int calls,
    int copies,
    @Nullable Double planned,
    double share,
    double shareTwoErrors,
    int overBudget,
    int overLoad,
    double loss) {
  public LiveStage {
    Range.requireAtLeastZero("calls", calls);
    Range.requireAtLeastZero("copies", copies);
    Range.requireAtLeastZero("share", share);
    Range.requireAtLeastZero("shareTwoErrors", shareTwoErrors);
    Range.requireAtLeastZero("overBudget", overBudget);
    Range.requireAtLeastZero("overLoad", overLoad);
    Range.requireAtLeastZero("loss", loss);
  }

  /**
   * True if the copies exceed the plan by more than 5 % and by more than two standard errors; false
   * without a plan.
   */
  public boolean exceedsPlan() {
    return LiveWorkflow.exceeds(planned, share, shareTwoErrors);
  }

  /** Returns a table with a row for each stage. */
  public static Table<LiveStage> table(List<LiveStage> stages) {
    return Table.of(stages)
        .show("stage", Unit.NAME, LiveStage::name)
        .show("calls", Unit.COUNT, LiveStage::calls)
        .line("copies, % of calls", Unit.DECIMAL, stage -> 100 * stage.share())
        .line("±", Unit.DECIMAL, stage -> 100 * stage.shareTwoErrors())
        .page("copies", Unit.TEXT, LiveStage::copiesInWords)
        .show("planned", Unit.DECIMAL, LiveStage::plannedPercent)
        .absent("")
        .show("kept back by budget", Unit.COUNT, LiveStage::overBudget)
        .show("by load", Unit.COUNT, LiveStage::overLoad)
        .show("lost, %", Unit.NUMBER, stage -> 100 * stage.loss());
  }

  private String copiesInWords() {
    return "%s ± %s%s"
        .formatted(
            Numbers.hundredths(100 * share),
            Numbers.hundredths(100 * shareTwoErrors),
            exceedsPlan() ? " (above the plan)" : "");
  }

  private @Nullable Double plannedPercent() {
    return planned == null ? null : 100 * planned;
  }
}
