package org.curtail.workflow;

/**
 * What a stage adds to the utility of the whole, as {@link LossComposition} says.
 *
 * @param needed whether the whole is of no use without it
 * @param beside its part of the utility of all stages that have some; 0 if it is needed
 * @param keptWithoutAny what is kept if neither it nor any stage below it answers: 0 if one of them
 *     is needed, else 1
 * @param besideOfAll the same as {@code beside} of it and all stages below it
 */
record UtilityShare(boolean needed, double beside, double keptWithoutAny, double besideOfAll) {
  static UtilityShare of(Workflow workflow, int stage) {
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

  /** What is kept of the whole if this share of the stage's answer is there. */
  double kept(double share) {
    return needed ? share : 1;
  }

  /** The utility lost beside others if this share of the stage's answer is there. */
  double besideLost(double share) {
    return beside * (1 - share);
  }
}
