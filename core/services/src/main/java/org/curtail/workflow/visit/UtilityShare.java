package org.curtail.workflow.visit;

import org.curtail.workflow.LossComposition;
import org.curtail.workflow.Stage;
import org.curtail.workflow.Workflow;

/**
 * The part of a stage in the utility of the whole answer; see {@link LossComposition}.
 *
 * @param needed true if the whole answer has no use without the stage
 * @param beside the stage's share of the total utility of all stages; 0 if the stage is needed
 * @param keptWithoutAny kept share of the whole if neither the stage nor any stage below it
 *     answers: 0 if one of these stages is needed, otherwise 1
 * @param besideOfAll {@code beside} of the stage and all stages below it
 */
public record UtilityShare(
    boolean needed, double beside, double keptWithoutAny, double besideOfAll) {
  public static UtilityShare of(Workflow workflow, int stage) {
    double total = workflow.stages().stream().mapToDouble(Stage::utility).sum();
    return of(workflow, workflow.stages().get(stage), total);
  }

  private static UtilityShare of(Workflow workflow, Stage stage, double total) {
    boolean needed = stage.utility() == 0;
    double beside = needed ? 0 : stage.utility() / total;
    double kept = needed ? 0 : 1;
    double all = beside;
    for (Stage called : workflow.within(stage.name())) {
      UtilityShare below = of(workflow, called, total);
      kept *= below.keptWithoutAny;
      all += below.besideOfAll;
    }
    return new UtilityShare(needed, beside, kept, all);
  }

  /** Returns the kept share of the whole answer, for a share of the stage's answer. */
  public double kept(double share) {
    return needed ? share : 1;
  }

  /** Returns the lost share of the total utility, for a share of the stage's answer. */
  public double besideLost(double share) {
    return beside * (1 - share);
  }
}
