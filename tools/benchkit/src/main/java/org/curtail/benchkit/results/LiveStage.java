package org.curtail.benchkit.results;

import java.util.List;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.text.Table;
import org.curtail.benchkit.text.Unit;
import org.jspecify.annotations.Nullable;

/**
 * Counts of the calls of one stage of a workflow. Calls to several responders count one by one.
 *
 * @param name of the stage
 * @param calls first attempts, including those within copies of a caller
 * @param copies of these calls
 * @param planned share of calls that may have a copy; absent if the contender keeps no budget
 * @param share of calls with a copy
 * @param shareTwoErrors two standard errors of that, from the differences of blocks
 * @param overBudget copies that were due and not sent because the stage's budget was used up
 * @param overLoad the same because all servers seemed slow
 * @param loss share of the needed responders that were not waited for
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
   * True if more was sent than planned, by more than 5 % of it and more than two standard errors;
   * false without a plan.
   */
  public boolean exceedsPlan() {
    return LiveWorkflow.exceeds(planned, share, shareTwoErrors);
  }

  /** A row for each stage. */
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
